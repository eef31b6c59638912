import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const createDatabaseArgument = 'create-database'

export const isEmbeddedDatabaseMissing = (databaseUrl: string | undefined, dataDir: string) =>
  !databaseUrl && !existsSync(join(dataDir, 'database', 'PG_VERSION'))

/** The C library does not give back the memory that this takes. A child that fails has printed the reason. */
export async function createDatabaseInOtherProcess(mode: string): Promise<void> {
  const [, file = ''] = process.argv
  const child = fork(file, [mode, createDatabaseArgument], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exit(code ?? 1)
}
