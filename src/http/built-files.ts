import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getMimeType } from 'hono/utils/mime'
import { createEncodedResponse, type EncodedResponse, type Encoding } from './encoded-response.ts'

/** This module is bundled into `build/server`, beside the client folder. */
const clientFolder = fileURLToPath(new URL('../client', import.meta.url))

const suffixes = { br: '.br', gzip: '.gz' } as const

type BuiltFile = Partial<Record<Encoding, EncodedResponse>> & Record<'identity', EncodedResponse>

export type BuiltFiles = ReadonlyMap<string, BuiltFile>

/** All files (some megabytes) stay in memory, so they survive a new build that replaces the folder. */
export function readBuiltFiles(headers: Readonly<Record<string, string>>): BuiltFiles {
  if (!existsSync(clientFolder)) return new Map()
  const entries = readdirSync(clientFolder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const compressed = new Set(files.filter(file => Object.values(suffixes).some(suffix => file.endsWith(suffix))))
  return new Map(
    files
      .filter(file => !compressed.has(file))
      .map(file => {
        const path = file.slice(clientFolder.length).replaceAll('\\', '/')
        const isNamedByContent = path.startsWith('/assets/')
        const responseHeaders = new Headers({
          ...headers,
          'content-type': getMimeType(path) ?? 'application/octet-stream',
          'cache-control': isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
        })
        const read = (name: string, encoding: Encoding) =>
          createEncodedResponse(200, responseHeaders, readFileSync(name), encoding)
        const [br, gzip] = [file + suffixes.br, file + suffixes.gzip]
        const forms: BuiltFile = {
          identity: read(file, 'identity'),
          ...(compressed.has(br) && { br: read(br, 'br') }),
          ...(compressed.has(gzip) && { gzip: read(gzip, 'gzip') }),
        }
        return [path, forms]
      }),
  )
}
