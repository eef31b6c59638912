import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * In milliseconds. The largest request, an import of 20 MB, needs 1.4 Mbit/s. Proxies keep idle connections for 60 s and must close them first,
 * because they do not repeat a POST on a connection that the server has closed.
 */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 75_000,
}

/** Browsers and proxies wait for a response before they send the next request. */
const maxPipelined = 8

/** `stalledTimeoutMs` closes a connection without traffic, for example if the client does not read the response. */
export function createHttpServer(listener: RequestListener, { stalledTimeoutMs = 30_000 } = {}): Server {
  return createServer(timeouts, closePipelines(listener)).setTimeout(stalledTimeoutMs)
}

/** Responses to pipelined requests queue in memory, so the number per connection is limited. */
function closePipelines(listener: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    response.on('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count > maxPipelined) socket.destroy()
    else listener(request, response)
  }
}
