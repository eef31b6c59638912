import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import type { Images } from './port.ts'
import { imageSuffixes } from './process-image.ts'

export const isStoredImageName = (name: string) => /^[\da-f]{32}-\d+\.(avif|webp)$/.test(name)

const ownUrl = /^\/images\/([\da-f]{32})-800\.webp$/

export function createFolderImages(folder: string): Images {
  mkdirSync(folder, { recursive: true })
  const buildUrl = (name: string) => `/images/${name}-800.webp`
  return {
    buildUrl,
    async store({ name, files }) {
      await Promise.all([...files].map(([suffix, bytes]) => writeAtomically(join(folder, name + suffix), bytes)))
      return buildUrl(name)
    },
    isOwnUrl: url => ownUrl.test(url),
    async remove(url) {
      const name = ownUrl.exec(url)?.[1]
      if (name) await Promise.all(imageSuffixes.map(suffix => rm(join(folder, name + suffix), { force: true })))
    },
    list: async () => (await readdir(folder)).map(file => `/images/${file}`).filter(url => ownUrl.test(url)),
  }
}

export function serveImageFile(folder: string): MiddlewareHandler {
  const serve = serveStatic({ root: folder, rewriteRequestPath: path => path.replace('/images', '') })
  return async (context, next) => {
    if (!isStoredImageName(context.req.param('file') ?? '')) return next()
    const response = await serve(context, next)
    // `serve` returns the result of `next` if the file is missing.
    if (response instanceof Response) response.headers.set('cache-control', 'public, max-age=31536000, immutable')
    return response
  }
}

/** A crash leaves no partial file under the final name. */
export async function writeAtomically(file: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}.part`
  await writeFile(temporary, bytes)
  await rename(temporary, file)
}
