import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Forwarder {
  port: number
  /** New connections go there. Those that are open stay where they are. */
  moveTo: (port: number) => void
  /** Lets nothing through, as if the server's machine were gone. */
  hold: () => void
  release: () => void
  close: () => void
}

/** A stable TCP address before servers that take turns. */
export async function openForwarder(target: number): Promise<Forwarder> {
  let current = target
  const sockets = new Set<Socket>()
  let isHeld = false
  const server = createServer(incoming => {
    const outgoing = connect(current, '127.0.0.1')
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
      socket.on('data', chunk => other.write(chunk)).on('end', () => other.end())
      if (isHeld) socket.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The address has no port.')
  return {
    port: address.port,
    moveTo(port) {
      current = port
    },
    hold() {
      isHeld = true
      for (const socket of sockets) socket.pause()
    },
    release() {
      isHeld = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

export const replacePort = (url: string, port: number) => Object.assign(new URL(url), { port: String(port) }).href
