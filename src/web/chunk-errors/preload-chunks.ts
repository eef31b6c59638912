import { type ClientInstrumentation, matchRoutes, type RouteObject } from 'react-router'
import { type ChunkErrorKind, showChunkError } from './chunk-error.ts'

const timeout = 120_000

/** What React Router leaves on the window: its routes, and which script files each of them needs. */
interface RouterGlobals {
  __reactRouterDataRouter?: { routes: RouteObject[] }
  __reactRouterManifest?: { routes: Record<string, Record<string, unknown>> }
}

/**
 * Loads a page's script chunks before React Router goes there, so that one that fails is told to the person: React
 * Router itself would load the present page anew without a word.
 */
export const chunkPreloading: ClientInstrumentation = {
  router(router) {
    router.instrument({
      async navigate(go, { to }) {
        if (typeof to === 'string') await Promise.all(listChunks(to).map(chunk => loadOrShowError(chunk, to)))
        await go()
      },
    })
  },
}

function listChunks(to: string): string[] {
  const { __reactRouterDataRouter: router, __reactRouterManifest: manifest } = window as RouterGlobals
  const { pathname } = new URL(to, window.location.href)
  const routes = matchRoutes(router?.routes ?? [], pathname) ?? []
  const entries = routes.flatMap(({ route }) => Object.entries(manifest?.routes[route.id ?? ''] ?? {}))
  const files = entries.filter(([name]) => /^(module|client\w+Module)$/.test(name)).map(([, file]) => file)
  return files.filter(file => typeof file === 'string')
}

/** Resolves once the chunk is there; never, with the failure shown, when it is not. */
async function loadOrShowError(chunk: string, to: string): Promise<void> {
  const failure = await Promise.race([loadChunk(chunk), failAfterTimeout()])
  if (!failure) return
  showChunkError(chunk, failure, to)
  await new Promise(() => {})
}

async function loadChunk(chunk: string): Promise<ChunkErrorKind | undefined> {
  try {
    await import(/* @vite-ignore */ chunk)
    return undefined
  } catch {
    const response = await fetch(chunk, { method: 'HEAD' }).catch(() => undefined)
    return response?.status === 404 ? 'missing' : 'error'
  }
}

function failAfterTimeout(): Promise<ChunkErrorKind> {
  return new Promise(resolve => {
    setTimeout(resolve, timeout, 'timeout')
  })
}
