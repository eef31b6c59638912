// A bare Node server in a process of its own: it takes a `Reply` as a message and responds with it to every request, or
// with `unchanged` to one that has its ETag.
import { createServer } from 'node:http'

export interface Reply {
  port: number
  headers: string[]
  body: Uint8Array
  unchanged?: { etag: string; headers: string[] }
}

process.once('message', ({ port, headers, body, unchanged }: Reply) => {
  const server = createServer((request, response) => {
    if (unchanged && request.headers['if-none-match'] === unchanged.etag)
      response.writeHead(304, unchanged.headers).end()
    else response.writeHead(200, headers).end(body)
  })
  server.listen(port, '127.0.0.1', () => process.send?.('listening'))
})
