import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, request } from 'node:http'

export interface Proxy {
  isReady: (port: number) => boolean
  close: () => void
}

interface Backend {
  port: number
  ready: boolean
  isChecking: boolean
}

/**
 * A round-robin reverse proxy to the processes whose `/readyz` responds with 200, checked every 100 ms, over persistent
 * connections. A refused connection is retried at the other process; later failures are a 502.
 */
export async function openProxy(port: number, ports: readonly number[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const backends: Backend[] = ports.map(port => ({ port, ready: false, isChecking: false }))
  let turn = 0

  async function check(backend: Backend): Promise<void> {
    if (backend.isChecking) return
    backend.isChecking = true
    const check = get({ port: backend.port, path: '/readyz', agent: false })
    backend.ready = await once(check, 'response').then(
      ([response]: IncomingMessage[]) => response?.resume().statusCode === 200,
      () => false,
    )
    backend.isChecking = false
  }

  /** The backends to try: those that are ready, the next in turn first. */
  function listInTurn(): Backend[] {
    turn += 1
    const ready = backends.filter(each => each.ready)
    return [...ready.slice(turn % ready.length), ...ready.slice(0, turn % ready.length)]
  }

  async function forward(
    incoming: IncomingMessage,
    body: Buffer,
    [first, ...others]: Backend[],
  ): Promise<IncomingMessage> {
    if (!first) throw new Error('no process is ready')
    const { method, url, headers } = incoming
    const { 'transfer-encoding': _, connection, ...kept } = headers
    const backendRequest = request({ port: first.port, method, path: url, agent, headers: kept }).end(body)
    try {
      const [response]: IncomingMessage[] = await once(backendRequest, 'response')
      if (response) return response
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) throw error
      first.ready = false
    }
    return forward(incoming, body, others)
  }

  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray())
    try {
      const answer = await forward(incoming, body, listInTurn())
      const { connection, 'keep-alive': _, ...headers } = answer.headers
      response.writeHead(answer.statusCode ?? 502, headers)
      for await (const chunk of answer) response.write(chunk)
      response.end()
    } catch (error) {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end(String(error))
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const checking = setInterval(() => void Promise.all(backends.map(check)), 100)
  return {
    isReady: port => backends.some(each => each.port === port && each.ready),
    close() {
      clearInterval(checking)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
