import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { streamJson } from './streamed-reply.ts'

const Reply = z.object({ name: z.string(), rows: z.array(z.object({ id: z.number() })), more: z.array(z.number()) })
const ignore = () => {}

async function* read<Row>(...rows: Row[]): AsyncGenerator<Row> {
  yield* rows
}

test('is the JSON of the reply, without what its schema does not have', async () => {
  const rows = read({ id: 1, secret: 'x' }, { id: 2, secret: 'y' })
  const stream = streamJson(Reply, { name: 'a "quoted" one', rows, more: read(), other: 1 }, ignore)
  const json = await new Response(stream).json()
  assert.deepEqual(json, { name: 'a "quoted" one', rows: [{ id: 1 }, { id: 2 }], more: [] })
  assert.deepEqual(await new Response(streamJson(Reply, { name: 'b', rows: [], more: [3] }, ignore)).json(), {
    name: 'b',
    rows: [],
    more: [3],
  })
})

test('rows are read as they are taken, and not once nobody takes them', async () => {
  let read = 0
  let ended = false
  async function* readRows() {
    try {
      for (; read < 100_000; read++) yield { id: read }
    } finally {
      ended = true
    }
  }
  const reader = streamJson(Reply, { name: '', rows: readRows(), more: [] }, ignore).getReader()
  await reader.read()
  assert.ok(read < 10_000, `${read} rows`)
  await reader.cancel()
  assert.ok(ended)
})

test('an error on the way breaks it off, and is logged', async () => {
  const logged: string[] = []
  async function* fail() {
    yield { id: 1 }
    throw new Error('the connection is gone')
  }
  const stream = streamJson(Reply, { name: '', rows: fail(), more: [] }, (_, message) => logged.push(message))
  await assert.rejects(new Response(stream).json())
  assert.deepEqual(logged, ['unexpected error'])
})
