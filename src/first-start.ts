import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config/config.ts'

/** Second argument of a process that only creates the database. */
export const createDatabaseArgument = 'create-database'

export const isEmbeddedDatabaseMissing = ({ databaseUrl, dataDir }: Config) =>
  !databaseUrl && !existsSync(join(dataDir, 'database', 'PG_VERSION'))

/**
 * Creating an embedded database with a demo shop takes memory that the C library does not give back, so that a process of
 * its own does it. If that fails, it has printed why, and this process exits too.
 */
export async function createDatabaseInOtherProcess(mode: string): Promise<void> {
  const [, file = ''] = process.argv
  const child = fork(file, [mode, createDatabaseArgument], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exit(code ?? 1)
}
