// A load generator in a process of its own: it takes a `Load` as a message and answers with its `Outcome`.
import { connect } from 'node:net'
import { type Outcome, percentiles } from './outcome.ts'

export interface Load {
  port: number
  /** Whole HTTP requests, sent in turn; `{n}` in one becomes a number that none had before. */
  requests: readonly string[]
  connections: number
  seconds: number
  /** Ends after so many requests, if that comes first. */
  most?: number
  /**
   * Requests a second, sent when they are due whether or not the ones before are answered; one that has to wait for a
   * connection has its time counted from when it was due. Without it, each connection asks as soon as it is answered.
   */
  rate?: number
}

interface Connection {
  send: (since: number) => void
  end: () => void
}

let numbered = 0

process.on('message', async (load: Load) => process.send?.(await run(load)))

async function run({ port, requests, connections, seconds, most = Number.POSITIVE_INFINITY, rate }: Load) {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const outcome = { statuses: {} as Record<number, number>, lost: 0 }
  const times: number[] = []
  const idle: Connection[] = []
  const due: number[] = []
  const cpu = process.cpuUsage()
  const start = performance.now()
  const end = start + seconds * 1000
  let sent = 0
  let open = connections

  const mayGoOn = () => performance.now() < end && sent < most
  const next = () => (requests[sent++ % requests.length] ?? '').replace('{n}', () => String(numbered++))
  const closed = () => --open === 0 && finish()
  function answered(connection: Connection, status: number, since: number) {
    const now = performance.now()
    times.push(now - since)
    outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1
    // What was due before the end is sent after it, too.
    if (due.length > 0) connection.send(due.shift() ?? now)
    else if (!mayGoOn()) connection.end()
    else if (!rate) connection.send(now)
    else idle.push(connection)
  }
  function lost(connection: Connection, wasAsked: boolean) {
    if (wasAsked) outcome.lost += 1
    if (idle.includes(connection)) idle.splice(idle.indexOf(connection), 1)
    closed()
  }

  for (let count = 0; count < connections; count++) {
    const connection = await opened(port, next, answered, lost)
    if (rate) idle.push(connection)
    else connection.send(performance.now())
  }
  if (rate) {
    let expected = 0
    const clock = setInterval(() => {
      const now = performance.now()
      for (; start + (expected * 1000) / rate <= now; expected++) {
        const free = idle.shift()
        if (free) free.send(now)
        else due.push(now)
      }
      if (mayGoOn()) return
      clearInterval(clock)
      for (const connection of idle) connection.end()
    }, 1)
  }
  await finished
  const { user, system } = process.cpuUsage(cpu)
  const lasted = (performance.now() - start) / 1000
  outcome.lost += due.length
  return { ...outcome, ...percentiles(times), seconds: lasted, ownCpu: (user + system) / 1000 } satisfies Outcome
}

async function opened(
  port: number,
  next: () => string,
  answered: (connection: Connection, status: number, since: number) => void,
  lost: (connection: Connection, wasAsked: boolean) => void,
): Promise<Connection> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }, resolve)
  let since: number | undefined
  let received = Buffer.alloc(0)
  const connection = {
    send(from: number) {
      since = from
      socket.write(next())
    },
    end: () => socket.end(),
  }
  socket.on('data', part => {
    received = received.length > 0 ? Buffer.concat([received, part]) : part
    const status = statusOf(received)
    if (status === undefined || since === undefined) return
    received = Buffer.alloc(0)
    const from = since
    since = undefined
    answered(connection, status, from)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    resolve()
    lost(connection, since !== undefined)
  })
  await promise
  return connection
}

/** The status of an answer that is all there. */
function statusOf(bytes: Buffer): number | undefined {
  const body = bytes.indexOf('\r\n\r\n') + 4
  if (body < 4) return undefined
  const head = bytes.toString('latin1', 0, body)
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isWhole =
    length !== undefined
      ? bytes.length >= body + Number(length)
      : status === 304 || bytes.toString('latin1', bytes.length - 5) === '0\r\n\r\n'
  return isWhole ? status : undefined
}
