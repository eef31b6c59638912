import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src/', import.meta.url))

/** Which folder may import which. */
const arrows: Record<string, readonly string[]> = {
  contract: [],
  observe: ['contract'],
  settings: ['contract', 'observe'],
  db: [],
  providers: ['contract', 'db', 'observe', 'settings'],
  shop: ['contract', 'db', 'providers', 'observe'],
  api: ['contract', 'shop', 'providers', 'observe', 'settings'],
  web: ['contract'],
  backup: ['db', 'providers'],
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name => /\.tsx?$/.test(name))
const isTest = (file: string) => file.endsWith('.test.ts')
const folderOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : '')

/** Each import of the file as a path below src, or as it is written when it leads elsewhere. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8')
  const written = [...text.matchAll(/(?:from|import\() ?'([^']+)'/g), ...text.matchAll(/^import '([^']+)'/gm)]
  return written.map(([, target = '']) => {
    if (target.startsWith('#')) return target.slice(1)
    return target.startsWith('./') ? normalize(join(dirname(file), target)) : target
  })
}

test('imports follow the arrows between folders', () => {
  const wrong = files
    .filter(file => !isTest(file))
    .flatMap(file =>
      importsOf(file)
        .map(folderOf)
        .filter(target => target in arrows && folderOf(file) in arrows)
        .filter(target => target !== folderOf(file) && !arrows[folderOf(file)]?.includes(target))
        .map(target => `${file} → ${target}`),
    )
  assert.deepEqual(wrong, [])
})

test('no import climbs', () => {
  assert.deepEqual(
    files.filter(file => importsOf(file).some(target => target.startsWith('..'))),
    [],
  )
})

test('what a page imports of the contract does not bring zod along', () => {
  const light = new Set(['contract/calls.ts', 'contract/client.ts', 'contract/refusals.ts', 'contract/rules.ts'])
  const heavy = [...light, ...files.filter(file => folderOf(file) === 'web')].flatMap(file => {
    const text = readFileSync(join(source, file), 'utf8').replace(/^import type .*$/gm, '')
    return [...text.matchAll(/from '(zod|[#.]\/?contract\/[\w-]+\.ts|\.\/[\w-]+\.ts)'/g)]
      .map(([, target = '']) => target.replace(/^#/, '').replace(/^\.\//, `${dirname(file)}/`))
      .filter(target => target === 'zod' || (target.startsWith('contract/') && !light.has(target)))
      .map(target => `${file} → ${target}`)
  })
  assert.deepEqual(heavy, [])
})

test('only server.ts touches the environment, and hands it to config.ts', () => {
  const readers = files.filter(
    file => !isTest(file) && readFileSync(join(source, file), 'utf8').includes('process.env'),
  )
  assert.deepEqual(readers, ['server.ts'])
})

test('the business and the contract know neither clock, chance, network nor page', () => {
  const outside = /new Date\(\)|Date\.now\(\)|Math\.random|\bfetch\(|from '(hono|react)/
  const touching = files.filter(file => !isTest(file) && /^(shop|contract)\//.test(file))
  assert.deepEqual(
    touching.filter(file => outside.test(readFileSync(join(source, file), 'utf8'))),
    [],
  )
})

test('no file is longer than 200 lines, but for tables, seed data and tests', () => {
  const long = files
    .filter(file => !isTest(file) && !file.startsWith('db/seed/') && file !== 'db/tables.ts')
    .filter(file => readFileSync(join(source, file), 'utf8').split('\n').length > 201)
  assert.deepEqual(long, [])
})

test('no bucket names', () => {
  const bucket = /(^|\/)(index|utils?|helpers?|lib|common|misc|types|constants|hooks|services|managers?)(\/|\.tsx?$)/
  assert.deepEqual(
    files.filter(file => bucket.test(file)),
    [],
  )
})
