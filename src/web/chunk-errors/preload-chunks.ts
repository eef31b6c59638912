import type { ClientInstrumentation } from 'react-router'
import { findRoutes } from '#web/find-routes.ts'
import { rejectUnlessLeaving } from '#web/rendering/leaving.ts'
import { type ChunkErrorKind, showChunkError } from './chunk-error.ts'

const timeoutMs = 120_000

/** React Router sets this undocumented global. */
interface RouterGlobals {
  __reactRouterManifest?: { routes: Record<string, Record<string, unknown>> }
}

let navigationCount = 0

/** Loads chunks before the navigation: when one fails, React Router would silently reload the current page. */
export const chunkPreloading: ClientInstrumentation = {
  router(router) {
    router.instrument({
      async navigate(navigate, { to }) {
        const count = ++navigationCount
        if (typeof to === 'string') await Promise.all(listChunks(to).map(chunk => loadOrShowError(chunk, to)))
        // A later navigation, whose chunks were cached, has overtaken this one.
        if (count !== navigationCount) await never()
        await navigate()
      },
    })
  },
}

function listChunks(to: string): string[] {
  const { __reactRouterManifest: manifest } = window as RouterGlobals
  const entries = findRoutes(to).flatMap(({ id = '' }) => Object.entries(manifest?.routes[id] ?? {}))
  const files = entries.filter(([name]) => /^(module|client\w+Module)$/.test(name)).map(([, file]) => file)
  return files.filter(file => typeof file === 'string')
}

/** Never settles if the chunk fails to load: that cancels the navigation. */
async function loadOrShowError(chunk: string, to: string): Promise<void> {
  const failure = await Promise.race([loadChunk(chunk), waitForTimeout()])
  if (!failure) return
  showChunkError(chunk, failure, to)
  await never()
}

const never = () => new Promise(() => {})

async function loadChunk(chunk: string): Promise<ChunkErrorKind | undefined> {
  try {
    await rejectUnlessLeaving(import(/* @vite-ignore */ chunk))
    return undefined
  } catch {
    const response = await fetch(chunk, { method: 'HEAD' }).catch(() => undefined)
    return response?.status === 404 ? 'missing' : 'error'
  }
}

function waitForTimeout(): Promise<ChunkErrorKind> {
  return new Promise(resolve => {
    setTimeout(resolve, timeoutMs, 'timeout')
  })
}
