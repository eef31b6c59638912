import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { waitUntil } from '#test/wait-until.ts'

export interface HoldingProxy {
  hold: (pattern: RegExp) => void
  waitForHeld: (pattern: RegExp) => Promise<void>
  release: () => void
  close: () => void
}

/** A proxy on `port` that makes the shop on `shopPort` slow where a test says so. */
export async function openHoldingProxy(port: number, shopPort: number): Promise<HoldingProxy> {
  let heldPaths: RegExp | undefined
  const held = new Map<IncomingMessage, () => void>()
  const server = createServer((incoming, response) => {
    const send = () => forward(incoming, response, shopPort)
    if (!heldPaths?.test(incoming.url ?? '')) return send()
    held.set(incoming, send)
    response.on('close', () => held.delete(incoming))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    hold(pattern) {
      heldPaths = pattern
    },
    waitForHeld: pattern =>
      waitUntil(() => [...held.keys()].some(({ url }) => pattern.test(url ?? '')), `${pattern} is requested`),
    release() {
      heldPaths = undefined
      for (const send of held.values()) send()
      held.clear()
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function forward(incoming: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = incoming
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  outgoing.on('error', () => response.destroy())
  incoming.pipe(outgoing)
}
