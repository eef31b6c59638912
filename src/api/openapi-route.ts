import type { Handler } from 'hono'
import { type Encoding, encode, selectEncoding } from '#http/encoded-response.ts'
import type { Shop } from '#shop/shop.ts'
import { createOpenApiDocument } from './openapi.ts'

export function serveOpenApi({ settings }: Pick<Shop, 'settings'>): Handler {
  let current: ReturnType<typeof createVariants> | undefined
  return async context => {
    const title = `${settings.current.storeName} API`
    if (current?.title !== title) current = createVariants(title)
    const { identity, compressed } = current
    const encoding = selectEncoding(context.req.header('accept-encoding') ?? '')
    const body = compressed.get(encoding) ?? (await encode(identity, encoding))
    compressed.set(encoding, body)
    const headers = { 'content-type': 'application/json', vary: 'accept-encoding' }
    return context.body(body, {
      headers: { ...headers, ...(encoding !== 'identity' && { 'content-encoding': encoding }) },
    })
  }
}

const createVariants = (title: string) => ({
  title,
  identity: Buffer.from(JSON.stringify(createOpenApiDocument(title, '/api'))),
  compressed: new Map<Encoding, Buffer<ArrayBuffer>>(),
})
