import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { furtherPhases, mainPhases } from './phases.ts'

const source = fileURLToPath(new URL('../src/', import.meta.url))

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name => /\.tsx?$/.test(name))
const isTest = (file: string) => file.endsWith('.test.ts')
const read = (file: string) => readFileSync(join(source, file), 'utf8')

test('types are not widened by `declare module`, and errors are not told apart by their names', () => {
  const smells = /declare module|\.name === '\w*(Error|Refusal)'|\['name'\] ===/
  assert.deepEqual(
    files.filter(file => smells.test(read(file))),
    [],
  )
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

test('no field cuts what is pasted: the API says what is too long', () => {
  const cutting = files.filter(file => file.startsWith('web/') && /\bmaxlength\b/i.test(read(file)))
  assert.deepEqual(cutting, [])
})
