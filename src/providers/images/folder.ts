import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import type { Images } from './port.ts'

/** Whether a picture's file may have that name. */
export const isStoredImageName = (name: string) => /^[\da-f]{32}-\d+\.(avif|webp)$/.test(name)

/** Keeps pictures as files in a folder that the server shows at /images; a file is there whole or not at all. */
export function createFolderImages(folder: string): Images {
  mkdirSync(folder, { recursive: true })
  return {
    async store({ name, files }) {
      await Promise.all([...files].map(([end, bytes]) => writeAtomically(join(folder, name + end), bytes)))
      return `/images/${name}-800.webp`
    },
    isOwnUrl: address => /^\/images\/[\da-f]{32}-800\.webp$/.test(address),
  }
}

/** Answers with a kept picture's file, which never changes. */
export function serveImageFile(folder: string): MiddlewareHandler {
  const serve = serveStatic({ root: folder, rewriteRequestPath: path => path.replace('/images', '') })
  return async (context, next) => {
    if (!isStoredImageName(context.req.param('file') ?? '')) return next()
    const found = await serve(context, next)
    // Where there is no such file, what comes back is whatever comes next.
    if (found instanceof Response) found.headers.set('cache-control', 'public, max-age=31536000, immutable')
    return found
  }
}

/** Writes a file that is there whole or not at all. */
export async function writeAtomically(file: string, bytes: Uint8Array): Promise<void> {
  const part = `${file}.${randomUUID()}.part`
  await writeFile(part, bytes)
  await rename(part, file)
}
