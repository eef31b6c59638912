import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, throwNoReply } from '#contract/client.ts'
import { toSignInMessage } from '#web/identity/identity-error.ts'
import { toErrorMessage } from './api-errors.ts'

test('a message tells a lost network, a foreign answer and a fault of the page apart', async () => {
  const messages = await Promise.all(
    [
      () => fetch('http://127.0.0.1:1').catch(throwNoReply),
      async () => new Response('<h1>Welcome to our network</h1>'),
      async () => new Response(brokenOff),
      async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      async () => missing.reply(),
    ].map(send =>
      createClient(send)
        .listTools({})
        .then(
          () => 'answered',
          error => [toErrorMessage(error), toSignInMessage(error)],
        ),
    ),
  )
  const sentences = [
    'The shop does not answer. Please try again.',
    'That reply did not come from the shop. Check your connection, then try again.',
    'The shop does not answer. Please try again.',
    'The shop is not available just now. Please try again in a moment.',
    'Something on this page failed. Load it again.',
  ]
  assert.deepEqual(
    messages,
    sentences.map(sentence => [sentence, sentence]),
  )
})

const brokenOff = new ReadableStream({
  start(controller) {
    controller.enqueue(new TextEncoder().encode('[{"_id":'))
    controller.error(new TypeError('network error'))
  },
})

/** Nothing has this method. */
const missing: { reply: () => Response } = Object.create(null)
