// The development server: everything runs in Vite's module runner, so that server and pages share one copy of each module.
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { startServer } from '#server.ts'

const vite = await createServer({ server: { middlewareMode: true } })
const server = (await vite.ssrLoadModule('/src/server.ts')) as { startServer: typeof startServer }
await server.startServer('development', {
  build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
  wrap: listener => (request, response) => vite.middlewares(request, response, () => listener(request, response)),
})
