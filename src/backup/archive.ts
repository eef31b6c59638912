import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'

export class BackupRefused extends Error {}

// Format: gzipped text. Lines that begin with '#' are metadata, all others are rows as PostgreSQL's JSON.

const Metadata = z.union([
  z.object({
    ironmonger: z.literal('backup'),
    format: z.literal(1),
    takenAt: z.string(),
    migrations: z.array(z.string()),
  }),
  z.object({ table: z.string() }),
  z.object({ sequence: z.string(), value: z.string() }),
  z.object({ image: z.string(), base64: z.string() }),
  z.object({ end: z.literal('backup'), rows: z.number() }),
])
type Metadata = z.infer<typeof Metadata>

export const formatMetadata = (line: Metadata) => `#${JSON.stringify(line)}\n`

/** Yields metadata parsed, rows as text. Rejects with `BackupRefused`. */
export async function* readArchive(file: string): AsyncGenerator<Metadata | string> {
  let rows = 0
  let lastMetadata: Metadata | undefined
  for await (const text of readLines(file)) {
    const line = text.startsWith('#') ? parseMetadata(file, text) : text
    if (!lastMetadata && !(typeof line === 'object' && 'ironmonger' in line)) throw createNotABackupError(file)
    if (typeof line === 'object') lastMetadata = line
    else rows += 1
    yield line
  }
  if (!lastMetadata) throw createNotABackupError(file)
  if (!('end' in lastMetadata) || lastMetadata.rows !== rows) throw createDamagedError(file)
}

function parseMetadata(file: string, text: string): Metadata {
  try {
    return Metadata.parse(JSON.parse(text.slice(1)))
  } catch {
    throw createNotABackupError(file)
  }
}

const createNotABackupError = (file: string) =>
  new BackupRefused(`${file} is no backup of a shop that this version can read.`)
const createDamagedError = (file: string) => new BackupRefused(`${file} is damaged, or not all of a backup.`)

/** Splits at line feeds only: JSON may contain other line separators. */
async function* readLines(file: string): AsyncGenerator<string> {
  const text = pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8')
  let incompleteLine = ''
  try {
    for await (const chunk of text) {
      const lines = `${incompleteLine}${chunk}`.split('\n')
      incompleteLine = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'Z_DATA_ERROR') throw createNotABackupError(file)
    if (code.startsWith('Z_')) throw createDamagedError(file)
    throw code === 'ENOENT' ? new BackupRefused(`There is no file ${file}.`) : error
  }
  if (incompleteLine !== '') throw createDamagedError(file)
}
