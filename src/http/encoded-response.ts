import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

export interface EncodedResponse {
  status: number
  etag: string
  /** Alternating names and values. */
  headers: string[]
  notModifiedHeaders: string[]
  body: Buffer<ArrayBuffer>
}

/** Compressing smaller bodies takes 1 to 2 ms, and twice as long in another thread. */
const maxSyncBytes = 200_000

const encoders = {
  br: (bytes: Buffer) =>
    bytes.length > maxSyncBytes
      ? promisify(brotliCompress)(bytes, createBrotliOptions(18))
      : brotliCompressSync(bytes, createBrotliOptions(16)),
  gzip: (bytes: Buffer) => (bytes.length > maxSyncBytes ? promisify(gzip)(bytes) : gzipSync(bytes)),
  identity: (bytes: Buffer<ArrayBuffer>) => bytes,
} as const
export type Encoding = keyof typeof encoders

const acceptsBrotli = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i
const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

/** @param acceptEncoding https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3 */
export function selectEncoding(acceptEncoding: string): Encoding {
  if (acceptsBrotli.test(acceptEncoding)) return 'br'
  return acceptsGzip.test(acceptEncoding) ? 'gzip' : 'identity'
}

export const cachingHeaders = ['cache-control', 'cdn-cache-control', 'surrogate-control', 'surrogate-key', 'cache-tag']

const headersOf304 = ['etag', 'vary', ...cachingHeaders]

export async function encode(bytes: Buffer<ArrayBuffer>, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  return encoders[encoding](bytes)
}

export async function encodeResponse(response: Response, encoding: Encoding): Promise<EncodedResponse> {
  const body = await encode(Buffer.from(await response.arrayBuffer()), encoding)
  return createEncodedResponse(response.status, response.headers, body, encoding)
}

export function createEncodedResponse(
  status: number,
  responseHeaders: Headers,
  body: Buffer<ArrayBuffer>,
  encoding: Encoding,
): EncodedResponse {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = new Headers(responseHeaders)
  headers.delete('x-request-id')
  headers.set('etag', etag)
  headers.set('vary', 'accept-encoding')
  const notModifiedHeaders = headersOf304.flatMap(name => {
    const value = headers.get(name)
    return value === null ? [] : [name, value]
  })
  headers.set('content-length', String(body.length))
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return { status, etag, headers: [...headers].flat(), notModifiedHeaders, body }
}

export function sendOrNotModified(encoded: EncodedResponse, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['if-none-match']?.includes(encoded.etag))
    response.writeHead(304, encoded.notModifiedHeaders).end()
  else send(encoded, request, response)
}

export function send(encoded: EncodedResponse, { method }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(encoded.status, encoded.headers).end(method === 'HEAD' ? undefined : encoded.body)
}

/** A window has 2^`windowBits` bytes; the default of 22 bits takes 4 MB that the C library does not give back. */
function createBrotliOptions(windowBits: number) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = constants
  const params = { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_LGWIN]: windowBits, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT }
  return { params }
}
