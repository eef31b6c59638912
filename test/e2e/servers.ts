// Starts all servers of the browser tests at the same time, which Playwright would start one after the other, and
// listens on the ready port once each of them accepts connections.
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { waitUntil } from '#test/wait-until.ts'

export interface ServerSpec {
  /** The arguments of Node. */
  args: string[]
  port: number
  env: Record<string, string>
}

export interface ServersSpec {
  servers: ServerSpec[]
  readyPort: number
}

if (import.meta.main) {
  const { servers, readyPort }: ServersSpec = JSON.parse(process.env.E2E_SERVERS ?? '')
  await Promise.all(servers.map(startServer))
  createServer((_, response) => response.end('ready')).listen(readyPort, '127.0.0.1')
}

async function startServer({ args, port, env }: ServerSpec): Promise<void> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitUntil(() => isListening(child, port), `${args.join(' ')} accepts connections`, 200_000)
}

function isListening(child: ChildProcess, port: number): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} exited with ${child.exitCode}`)
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
