import { once } from 'node:events'
import { get } from 'node:http'
import { startFloor } from './children.ts'

/** A whole HTTP request as a browser would send it, with as few headers as matter. */
export function requestOf(method: string, path: string, headers: Record<string, string> = {}, body?: object): string {
  const text = body ? JSON.stringify(body) : ''
  const all = {
    host: '127.0.0.1',
    'accept-encoding': 'gzip, deflate, br, zstd',
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}

interface Answer {
  headers: string[]
  tag: string
  body: Buffer
}

/** The answer as it goes over the wire, without the headers that Node itself adds to each. */
async function answerOf(port: number, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const asked = get({ port, host: '127.0.0.1', path, headers: { 'accept-encoding': 'br', ...headers } })
  const [response] = await once(asked, 'response')
  const body = Buffer.concat(await response.toArray())
  const raw: string[] = response.rawHeaders
  const own = raw.filter((_, index) => !/^(date|connection|keep-alive)$/i.test(raw[index - (index % 2)] ?? ''))
  return { headers: own, tag: response.headers.etag ?? '', body }
}

/** A bare server that answers with the same headers and bytes as the shop answers that path. */
export async function floorOf(port: number, path: string) {
  const { headers, body, tag } = await answerOf(port, path)
  const unchanged = await answerOf(port, path, { 'if-none-match': tag })
  const floor = await startFloor({ headers, body, unchanged: { tag, headers: unchanged.headers } })
  return { ...floor, tag, bytes: body.length }
}
