// Prepares a fresh checkout: installs the packages and, with the argument `build`, builds the shop, where they are missing
// or were made from other sources. Plain Node without dependencies: it runs before any are installed.
import { execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

step(
  'installing packages, about a minute',
  'node_modules/.installed',
  ['package-lock.json'],
  'npm ci --include=dev --no-audit --no-fund',
)
if (process.argv[2] === 'build') {
  const configs = ['package-lock.json', 'package.json', 'vite.config.ts', 'react-router.config.ts']
  const scripts = ['scripts/backup.ts', 'scripts/external-packages.ts']
  const sources = [...configs, ...scripts, 'public', 'src']
  step('building, about half a minute', 'build/.built', sources, 'npx --no-install react-router build')
}

/** Runs the command unless `stamp` holds the sources' hash already. */
function step(what, stamp, sources, command) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf)) hash.update(file).update(readFileSync(join(root, file)))
  const digest = hash.digest('hex')
  const file = join(root, stamp)
  if (existsSync(file) && readFileSync(file, 'utf8') === digest) return
  process.stderr.write(`${what} …\n`)
  const env = { ...process.env, NODE_ENV: '' }
  try {
    execSync(command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8 })
  } catch (error) {
    process.stderr.write(`${error.stdout}${error.stderr}\n${what} failed: ${command}\n`)
    process.exit(1)
  }
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, digest)
}

function filesOf(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap(name => filesOf(`${path}/${name}`))
}
