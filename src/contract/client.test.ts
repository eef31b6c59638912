import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from './client.ts'

test('a reply of a proxy that cannot reach the shop is refused with a sentence', async () => {
  const html = '<html><body><h1>502 Bad Gateway</h1></body></html>'
  for (const [status, code, sentence] of [
    [502, 'shop_unavailable', 'The shop is not available just now. Please try again in a moment.'],
    [404, 'internal', 'Something went wrong on our side. Please try again in a moment.'],
  ] as const) {
    const client = createClient(async () => new Response(html, { status, headers: { 'content-type': 'text/html' } }))
    await assert.rejects(client.listTools({}), { code, message: sentence, status: Math.max(status, 500) })
  }
})
