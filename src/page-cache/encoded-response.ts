import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

/** An answer as the bytes that are sent. */
export interface Sealed {
  status: number
  tag: string
  /** Names and values in turn. */
  headers: string[]
  /** Of the answer to whoever has it already. */
  unchanged: string[]
  body: Buffer<ArrayBuffer>
}

/** A page of so many bytes is compressed in a millisecond or two; with the way to another thread it takes twice as long. */
const atOnce = 200_000

const encodings = {
  br: (bytes: Buffer) =>
    bytes.length > atOnce ? promisify(brotliCompress)(bytes, brotli(18)) : brotliCompressSync(bytes, brotli(16)),
  gzip: (bytes: Buffer) => (bytes.length > atOnce ? promisify(gzip)(bytes) : gzipSync(bytes)),
  identity: (bytes: Buffer<ArrayBuffer>) => bytes,
} as const
export type Encoding = keyof typeof encodings

/** The encoding for whoever accepts these. */
export function encodingFor(accepted: string): Encoding {
  if (/\bbr\b(?!;q=0)/.test(accepted)) return 'br'
  return /\bgzip\b(?!;q=0)/.test(accepted) ? 'gzip' : 'identity'
}

/** The answer as bytes, with a strong tag made of them. */
export async function sealed(response: Response, encoding: Encoding): Promise<Sealed> {
  const plain = Buffer.from(await response.arrayBuffer())
  const body = await encodings[encoding](plain)
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const { headers } = response
  headers.delete('x-request-id')
  const unchanged = {
    etag: tag,
    vary: 'accept-encoding',
    'cache-control': headers.get('cache-control') ?? 'no-cache',
  }
  for (const [name, value] of Object.entries(unchanged)) headers.set(name, value)
  headers.set('content-length', String(body.length))
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return {
    status: response.status,
    tag,
    headers: [...headers].flat(),
    unchanged: Object.entries(unchanged).flat(),
    body,
  }
}

/** In a window of 2 to that power: the usual one takes 4 MB of memory that the C library does not give back. */
function brotli(window: number) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = constants
  const params = { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_LGWIN]: window, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT }
  return { params }
}
