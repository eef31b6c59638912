import { once } from 'node:events'
import { get } from 'node:http'
import { startBaselineServer } from './children.ts'
import type { LoadRequest } from './load-generator.ts'

/** A request as a browser would send it, with as few headers as matter. */
export function createRequest(
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): LoadRequest {
  const all = { 'accept-encoding': 'gzip, deflate, br, zstd', ...headers }
  if (!body) return { method, path, headers: all }
  return { method, path, headers: { ...all, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

interface Answer {
  headers: string[]
  etag: string
  body: Buffer
}

/** The response as sent, without the headers that Node itself adds. */
async function fetchAnswer(port: number, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const clientRequest = get({ port, host: '127.0.0.1', path, headers: { 'accept-encoding': 'br', ...headers } })
  const [response] = await once(clientRequest, 'response')
  const body = Buffer.concat(await response.toArray())
  const raw: string[] = response.rawHeaders
  const own = raw.filter((_, index) => !/^(date|connection|keep-alive)$/i.test(raw[index - (index % 2)] ?? ''))
  return { headers: own, etag: response.headers.etag ?? '', body }
}

/** A bare server that responds with the headers and bytes of the shop's response to that path. */
export async function startBaselineFor(port: number, path: string) {
  const { headers, body, etag } = await fetchAnswer(port, path)
  const unchanged = await fetchAnswer(port, path, { 'if-none-match': etag })
  const baseline = await startBaselineServer({ headers, body, unchanged: { etag, headers: unchanged.headers } })
  return { ...baseline, etag, bytes: body.length }
}
