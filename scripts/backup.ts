// Takes a backup of the shop that DATABASE_URL or DATA_DIR names, or restores one:
//   node scripts/backup.ts take <folder or file>
//   node scripts/backup.ts restore <file> [--replace]
import { existsSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupRefused } from '#backup/archive.ts'
import { restoreBackup } from '#backup/restore.ts'
import { takeBackup } from '#backup/take.ts'
import { DatabaseSettings } from '#config/database.ts'
import { openConnection } from '#db/connection.ts'
import { DatabaseUnreachable, FolderInUse, SchemaMismatch, UpgradeFailed } from '#db/errors.ts'

try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

async function run(): Promise<string> {
  const [verb, path, replace] = readArguments()
  const settings = DatabaseSettings.safeParse(process.env)
  if (!settings.success)
    throw new BackupRefused(
      settings.error.issues.map(({ path, message }) => `${String(path[0])} ${message}.`).join('\n'),
    )
  const url = settings.data.DATABASE_DIRECT_URL ?? settings.data.DATABASE_URL
  const folder = resolve(settings.data.DATA_DIR)
  if (verb === 'take' && !url && !existsSync(join(folder, 'database')))
    throw new BackupRefused(`DATA_DIR ${folder} holds no shop.`)
  await mkdir(folder, { recursive: true })
  const db = await openConnection(url, folder)
  const images = join(folder, 'images')
  try {
    if (verb === 'restore') {
      await restoreBackup(db, images, path, replace)
      return `The shop is as it was in ${path}.`
    }
    const now = new Date()
    const file =
      existsSync(path) && statSync(path).isDirectory() ? join(path, `${formatTimestamp(now)}.backup.gz`) : path
    await takeBackup(db, images, file, now)
    return file
  } finally {
    await db.close()
  }
}

function readArguments(): ['take' | 'restore', string, boolean] {
  try {
    const options = { replace: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [verb, path, ...others] = positionals
    if ((verb === 'take' || verb === 'restore') && path && others.length === 0)
      return [verb, path, values.replace === true]
  } catch {
    // An unknown option.
  }
  throw new BackupRefused('Name the file: npm run backup -- <folder or file>, npm run restore -- <file> [--replace].')
}

/** The time as a file name may hold it, to the second. */
function formatTimestamp(now: Date): string {
  return now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
}

function explain(error: unknown): string {
  if (error instanceof BackupRefused || error instanceof DatabaseUnreachable) return error.message
  if (error instanceof SchemaMismatch || error instanceof UpgradeFailed) return error.message
  if (error instanceof FolderInUse)
    return `DATA_DIR ${error.message} is in use by a running shop. Stop it first: the embedded database has room for one process.`
  if (error instanceof Error && 'path' in error && 'code' in error)
    return `${error.path} can't be read or written (${error.code}).`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
