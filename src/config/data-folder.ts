import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a probe file, because permission bits do not show a read-only disk. */
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
