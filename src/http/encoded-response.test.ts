import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { encodeResponse, selectEncoding } from './encoded-response.ts'

const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

test('a response of any size is decoded to what was encoded, and declares its length', async () => {
  for (const size of [0, 1_000, 300_000])
    for (const encoding of ['br', 'gzip', 'identity'] as const) {
      const text = Array.from({ length: size / 10 }, (_, index) => `ö${index}`.padEnd(9)).join('')
      const { body, headers } = await encodeResponse(new Response(text), encoding)
      assert.equal(decode[encoding](body).toString(), text)
      assert.equal(headers[headers.indexOf('content-length') + 1], String(body.length))
      assert.equal(headers.includes('content-encoding'), encoding !== 'identity')
    }
})

test('the best accepted encoding is chosen', () => {
  for (const [accepted, chosen] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.9, gzip', 'br'],
    ['br; q=0, gzip', 'gzip'],
    ['br;q=0.000,GZIP;q=0.5', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['', 'identity'],
  ] as const)
    assert.equal(selectEncoding(accepted), chosen, accepted)
})
