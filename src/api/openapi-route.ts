import type { Handler } from 'hono'
import { compress, type Encoding, selectEncoding } from '#http/encoded-response.ts'
import type { Shop } from '#shop/shop.ts'
import { createOpenApiDocument } from './openapi.ts'

/** Compressed once per store name and encoding. */
export function serveOpenApi({ settings }: Pick<Shop, 'settings'>): Handler {
  let current = { title: '', document: '' }
  let compressed: Partial<Record<Encoding, Promise<Buffer<ArrayBuffer>>>> = {}
  return async context => {
    const title = `${settings.current.storeName} API`
    if (current.title !== title) {
      current = { title, document: JSON.stringify(createOpenApiDocument(title, '/api')) }
      compressed = {}
    }
    const encoding = selectEncoding(context.req.header('accept-encoding') ?? '')
    compressed[encoding] ??= compress(Buffer.from(current.document), encoding)
    const headers = { 'content-type': 'application/json', vary: 'accept-encoding' }
    return context.body(await compressed[encoding], {
      headers: { ...headers, ...(encoding !== 'identity' && { 'content-encoding': encoding }) },
    })
  }
}
