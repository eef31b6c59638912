import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Serves on a free port of the loopback address. */
export async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Sends these headers and no others, unlike `fetch`, and leaves the body encoded. */
    async send(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<Answer> {
      const clientRequest = request({ port, host: '127.0.0.1', path, method, headers }).end(body)
      const [response] = await once(clientRequest, 'response')
      return { status: response.statusCode, headers: response.headers, body: Buffer.concat(await response.toArray()) }
    },
    close: () => void server.close(),
  }
}
