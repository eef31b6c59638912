import assert from 'node:assert/strict'
import { test } from 'node:test'
import { streamText } from './stream-text.ts'

test('texts are read on demand, until the reader stops', async () => {
  let read = 0
  let ended = false
  async function* readTexts() {
    try {
      for (; read < 100_000; read++) yield `row ${read}\n`
    } finally {
      ended = true
    }
  }
  const reader = streamText(readTexts(), () => {}).getReader()
  await reader.read()
  assert.ok(read < 10_000, `${read} texts`)
  await reader.cancel()
  assert.ok(ended)
})

test('an error aborts the stream and is logged', async () => {
  const logged: string[] = []
  async function* fail() {
    yield 'row 1'
    throw new Error('the connection is gone')
  }
  const stream = streamText(fail(), (_, message) => logged.push(message))
  await assert.rejects(new Response(stream).text())
  assert.deepEqual(logged, ['unexpected error'])
})
