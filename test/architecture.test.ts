import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { furtherPhases, mainPhases } from './phases.ts'

const source = fileURLToPath(new URL('../src/', import.meta.url))

/** Which folder may import which; `root` is the files directly in `src`, which may import everything but `backup`. */
const allowedImports: Record<string, readonly string[]> = {
  contract: [],
  db: ['contract'],
  observability: [],
  config: ['contract'],
  http: [],
  'page-cache': ['http'],
  providers: ['contract', 'db', 'config', 'observability'],
  shop: ['contract', 'db', 'providers', 'observability'],
  jobs: ['contract', 'shop', 'providers', 'db', 'observability'],
  api: ['contract', 'shop', 'providers', 'db', 'config', 'observability', 'http'],
  web: ['contract'],
  dev: ['contract', 'config', 'db', 'providers', 'shop', 'observability'],
  backup: ['db', 'providers'],
  root: [
    'contract',
    'db',
    'observability',
    'config',
    'http',
    'page-cache',
    'providers',
    'shop',
    'jobs',
    'api',
    'web',
    'dev',
  ],
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name => /\.tsx?$/.test(name))
const isTest = (file: string) => file.endsWith('.test.ts')
const getLayer = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : 'root')
const read = (file: string) => readFileSync(join(source, file), 'utf8')

/** The file's imports as paths below `src`, packages left out; `test/…` and `bench/…` for the tests' own files. */
function listImports(file: string): string[] {
  const specifiers = [...read(file).matchAll(/(?:from|import\() ?'([#.][^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  )
  return specifiers
    .filter(specifier => !specifier.includes('/+types/'))
    .map(specifier => (specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(file), specifier))))
}

/** Imports that `allowed` does not have, as `from → to`. */
function findForbidden(importers: readonly string[], allowed: (layer: string) => readonly string[]): string[] {
  return importers.flatMap(file => {
    const layers = [getLayer(file), ...allowed(getLayer(file))]
    return listImports(file)
      .filter(target => !layers.includes(getLayer(target)))
      .map(target => `${file} → ${target}`)
  })
}

test('every file imports only from the layers below its own', () => {
  const code = files.filter(file => !isTest(file))
  assert.deepEqual(
    findForbidden(code, layer => allowedImports[layer] ?? []),
    [],
  )
})

test('a test imports what the code beside it may, and the tests’ own files', () => {
  const getAllowed = (layer: string) => [...(allowedImports[layer] ?? []), 'contract', 'test', 'bench']
  assert.deepEqual(findForbidden(files.filter(isTest), getAllowed), [])
})

test('no import begins with ../', () => {
  assert.deepEqual(
    files.filter(file => /from '\.\.\//.test(read(file))),
    [],
  )
})

test('types are not widened by `declare module`, and errors are not told apart by their names', () => {
  const smells = /declare module|\.name === '\w*(Error|Refusal)'|\['name'\] ===/
  assert.deepEqual(
    files.filter(file => smells.test(read(file))),
    [],
  )
})

test('pages import no part of the contract that needs zod', () => {
  const light = new Set(
    [
      'operations',
      'client',
      'refusal',
      'money',
      'order-status',
      'prices',
      'text',
      'quantity',
      'limits',
      'addresses',
      'specifications',
      'carriers',
      'footer-entries',
      'import-steps',
      'return-steps',
      'tool-cells',
    ].map(name => `contract/${name}.ts`),
  )
  const heavy = [...light, ...files.filter(file => getLayer(file) === 'web')].flatMap(file => {
    const text = read(file).replace(/^import type .*$/gm, '')
    return [...text.matchAll(/from '(zod|[#.]\/?contract\/[\w-]+\.ts|\.\/[\w-]+\.ts)'/g)]
      .map(([, target = '']) => target.replace(/^#/, '').replace(/^\.\//, `${dirname(file)}/`))
      .filter(target => target === 'zod' || (target.startsWith('contract/') && !light.has(target)))
      .map(target => `${file} → ${target}`)
  })
  assert.deepEqual(heavy, [])
})

test('only server.ts reads the environment, and passes it to config.ts', () => {
  const readers = files.filter(file => !isTest(file) && read(file).includes('process.env'))
  assert.deepEqual(readers, ['server.ts'])
})

test('the business and the contract use no clock, randomness, network or page framework', () => {
  const outside = /new Date\(\)|Date\.now\(\)|Math\.random|\bfetch\(|from '(hono|react)/
  const touching = files.filter(file => !isTest(file) && /^(shop|contract)\//.test(file))
  assert.deepEqual(
    touching.filter(file => outside.test(read(file))),
    [],
  )
})

test('no file is longer than 400 lines, but for seed data and tests', () => {
  const long = files
    .filter(file => !isTest(file) && !file.startsWith('dev/seed/'))
    .filter(file => read(file).split('\n').length > 401)
  assert.deepEqual(long, [])
})

test('documents name files that are there', () => {
  const root = fileURLToPath(new URL('../', import.meta.url))
  const named = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
    .filter(document => document !== 'CHANGELOG.md')
    .flatMap(document =>
      [...readFileSync(join(root, document), 'utf8').matchAll(/`(\w[\w./-]*\/[\w.-]+\.(?:tsx?|sql|css))`/g)].map(
        match => ({ document, file: match[1] ?? '' }),
      ),
    )
  assert.ok(named.length > 100)
  const isThere = (file: string) => existsSync(join(root, file)) || existsSync(join(source, file))
  assert.deepEqual(
    named.filter(({ file }) => !isThere(file)),
    [],
  )
})

test('no bucket names', () => {
  const bucket = /(^|\/)(index|utils?|helpers?|lib|common|misc|types|constants|hooks|services|managers?)(\/|\.tsx?$)/
  assert.deepEqual(
    files.filter(file => bucket.test(file)),
    [],
  )
})

test('every test runs in a phase or in a project of the browser', () => {
  const phases = [...mainPhases, ...furtherPhases].flatMap(({ processes }) => processes.flat())
  const run = new Set(globSync(phases))
  assert.deepEqual(
    globSync('{src,test}/**/*.test.ts').filter(file => !run.has(file)),
    [],
  )
  const specs = new Set(globSync('test/e2e/{pages,details,journeys,services}/*.spec.ts'))
  assert.deepEqual(
    globSync('{src,test}/**/*.spec.ts').filter(file => !specs.has(file)),
    [],
  )
})
