import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Creates the folder if it is missing and tests it by writing a file: permission bits do not tell of a read-only disk. */
export function findDataFolderProblems(folder: string): string[] {
  const probe = join(folder, '.writable')
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
    return []
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return [`DATA_DIR ${folder} can't be written to${reason}.`]
  }
}
