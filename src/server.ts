import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { ConfigError, type Mode, modes, readConfig, shownHost } from '#config.ts'
import { FolderInUse } from '#db/lock.ts'
import { people } from '#db/seed/people.ts'
import { jsonLog } from '#log.ts'
import { servePages } from '#pages.ts'
import { openStorefront } from '#storefront.ts'

const log = jsonLog(line => process.stderr.write(`${line}\n`))

await start(readMode(process.argv[2])).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})

async function start(mode: Mode): Promise<void> {
  const config = readConfig(process.env, mode)
  const { promise: ready, resolve: open } = Promise.withResolvers<RequestListener>()
  const server = createServer(async (request, response) => (await ready)(request, response))
  const { port } = await listen(server, config.port, config.host)
  const store = await openStorefront({ ...config, port }, { log, now: () => new Date() })
  open(
    mode === 'development'
      ? await developmentListener(store, server)
      : getRequestListener(servePages(store, await built()).fetch),
  )
  announce(`http://${shownHost(config.host)}:${port}`, mode)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      server.close()
      server.closeIdleConnections()
      await store.close()
      process.exit(0)
    })
  }
}

async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.')
  return address
}

async function built(): Promise<ServerBuild> {
  const file = new URL('../build/server/index.js', import.meta.url).href
  return import(file)
}

async function developmentListener(
  store: Awaited<ReturnType<typeof openStorefront>>,
  server: Server,
): Promise<RequestListener> {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ server: { middlewareMode: { server }, hmr: { server } } })
  return (request, response) =>
    vite.middlewares(request, response, async () => {
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
      await getRequestListener(servePages(store, build).fetch)(request, response)
    })
}

function announce(address: string, mode: Mode): void {
  const accounts = mode === 'production' ? [] : people
  const lines = accounts.map(
    ({ role, email, password }) => `${role === 'admin' ? 'admin' : 'buyer'}  ${email}  ${password}`,
  )
  process.stdout.write(`${[address, ...lines].join('\n')}\n`)
}

function readMode(argument: string | undefined): Mode {
  return modes.find(mode => mode === argument) ?? 'demo'
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof FolderInUse) return `DATA_DIR ${error.message} is in use by another running shop.`
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const port = error instanceof Error && 'port' in error ? ` ${String(error.port)}` : ''
  if (code === 'EADDRINUSE') return `PORT${port} is taken by another program. Stop it, or set PORT to a free one.`
  if (code === 'EACCES') return `PORT${port} may not be used by this account. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'HOST is not an address of this machine.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
