import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface InstalledSize {
  packages: number
  /** In megabytes (10⁶ bytes). */
  megabytes: number
}

interface LockedPackage {
  dev?: boolean
  devOptional?: boolean
}

/** Packages and their bytes as npm has installed them; `production` leaves those out that only development needs. */
export function measureInstallation(
  folder: string,
  builtFolders: readonly string[],
): Record<'all' | 'production', InstalledSize> {
  const lock = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  const packages: [string, LockedPackage][] = Object.entries(lock.packages)
  const built = builtFolders.reduce((sum, name) => sum + sumBytes(join(folder, name)), 0)
  const measure = (chosen: [string, LockedPackage][]) => ({
    packages: chosen.length,
    megabytes: (built + chosen.reduce((sum, [path]) => sum + sumBytes(join(folder, path)), 0)) / 1e6,
  })
  return {
    all: measure(packages),
    production: measure(packages.filter(([, { dev, devOptional }]) => !dev && !devOptional)),
  }
}

/** Bytes of the files below the folder, without those of packages inside it. */
function sumBytes(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + sumBytes(path)
    return sum + lstatSync(path).size
  }, 0)
}
