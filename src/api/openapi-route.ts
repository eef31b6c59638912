import { gzipSync } from 'node:zlib'
import type { Handler } from 'hono'
import type { Shop } from '#shop/shop.ts'
import { createOpenApiDocument } from './openapi.ts'

/** Compressed once per store name. */
export function serveOpenApi({ settings }: Pick<Shop, 'settings'>): Handler {
  let current = { title: '', document: '', gzipped: Buffer.alloc(0) }
  return context => {
    const title = `${settings.current.storeName} API`
    if (current.title !== title) {
      const document = JSON.stringify(createOpenApiDocument(title, '/api'))
      current = { title, document, gzipped: gzipSync(document) }
    }
    const headers = { 'content-type': 'application/json', vary: 'accept-encoding' }
    const acceptsGzip = /\bgzip\b(?!;q=0)/.test(context.req.header('accept-encoding') ?? '')
    if (!acceptsGzip) return context.body(current.document, { headers })
    return context.body(current.gzipped, { headers: { ...headers, 'content-encoding': 'gzip' } })
  }
}
