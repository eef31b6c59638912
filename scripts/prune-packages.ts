// Leaves only the packages that the bundle needs, for the container image: run it after the build, in a folder of its own.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { externalPackages } from './external-packages.ts'

const manifest: { dependencies: Record<string, string>; devDependencies?: unknown } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const needed = Object.entries(manifest.dependencies).filter(([name]) => externalPackages.some(each => each === name))
delete manifest.devDependencies
manifest.dependencies = Object.fromEntries(needed)
writeFileSync('package.json', JSON.stringify(manifest))
execFileSync('npm', ['prune', '--omit=dev', '--no-audit', '--no-fund'], { stdio: 'inherit' })
// It has the addresses that the packages come from.
rmSync('node_modules/.package-lock.json')
