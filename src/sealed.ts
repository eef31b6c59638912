import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

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

const encodings = { br: brotli, gzip: gzipSync, identity: (bytes: Buffer<ArrayBuffer>) => bytes } as const
export type Encoding = keyof typeof encodings

/** The encoding for whoever accepts these. */
export function encodingFor(accepted: string): Encoding {
  if (/\bbr\b(?!;q=0)/.test(accepted)) return 'br'
  return /\bgzip\b(?!;q=0)/.test(accepted) ? 'gzip' : 'identity'
}

/** The answer as bytes, with a strong tag made of them. */
export async function sealed(response: Response, encoding: Encoding): Promise<Sealed> {
  const plain = Buffer.from(await response.arrayBuffer())
  const body = encodings[encoding](plain)
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

/**
 * In a window of 64 kB, about as large as our largest page: the usual one takes 4 MB of memory that the C library does not
 * give back. Not in another thread: a page takes a millisecond here, and twice as long with the way there and back.
 */
function brotli(bytes: Buffer): Buffer<ArrayBuffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: 16,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return brotliCompressSync(bytes, { params })
}
