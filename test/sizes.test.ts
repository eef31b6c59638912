import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'

/** What the built pages may weigh over the wire, in bytes. */
const budget = { homeScripts: 122_880, furtherScripts: 26_500, plotScripts: 22_500, styles: 16_000, fonts: 45_000 }

const client = join(import.meta.dirname, '../build/client')
const assets = readdirSync(join(client, 'assets'))

interface Chunk {
  module: string
  imports: readonly string[]
}

interface Manifest {
  entry: Chunk
  routes: Record<string, Chunk & { parentId?: string }>
}

const manifestFile = `/assets/${assets.find(name => /^manifest-[\da-f]{8}\.js$/.test(name))}`
const { entry, routes }: Manifest = JSON.parse(
  readFileSync(join(client, manifestFile), 'utf8').replace(/^[^{]*|;\s*$/g, ''),
)

/** All scripts of a page: its own, those of the pages around it, and those that each of them imports. */
function listScripts(id: string): string[] {
  const { parentId, imports, ...route } = routes[id] ?? assert.fail(`no page ${id}`)
  const own = Object.entries(route).flatMap(([name, file]) => (/^(module|client\w+Module)$/.test(name) ? [file] : []))
  return [...own, ...imports, ...(parentId ? listScripts(parentId) : [])]
}

const home = new Set([manifestFile, entry.module, ...entry.imports, ...listScripts('home/home')])

/** As sent: compressed, where that has been done. */
function sumSizes(files: Iterable<string>): number {
  const sizes = [...files].map(file => statSync(join(client, file.endsWith('.js') ? `${file}.br` : file)).size)
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('no script of the pages has a schema, or the library that makes them', () => {
  const withSchemas = assets.filter(
    name => name.endsWith('.js') && readFileSync(join(client, 'assets', name), 'utf8').includes('_zod'),
  )
  assert.deepEqual(withSchemas, [])
})

const findAssets = (pattern: RegExp) => assets.filter(name => pattern.test(name)).map(name => `/assets/${name}`)

function assertWithin(most: number, what: string, files: Iterable<string>): void {
  const weight = sumSizes(files)
  assert.ok(weight <= most, `${what} weighs ${weight} bytes, its budget is ${most}`)
}

test('the scripts of the home page stay within their budget', () => {
  assertWithin(budget.homeScripts, 'home', home)
})

const pagesWithPlots = ['admin/overview/overview-page', 'admin/stock/stock-page']

test('the scripts that a further page adds to those of the home page stay within their budget', () => {
  for (const id of Object.keys(routes)) {
    const further = listScripts(id).filter(file => !home.has(file))
    assertWithin(pagesWithPlots.includes(id) ? budget.plotScripts : budget.furtherScripts, id, new Set(further))
  }
})

/** From the server's build: every page has the whole style sheet in it. */
function readStyles(): string {
  const build = readFileSync(join(client, '../server/react-router-build.js'), 'utf8')
  const [literal] = /"\/\*! tailwindcss(?:[^"\\]|\\.)*"/.exec(build) ?? assert.fail('no style sheet')
  return JSON.parse(literal)
}

test('styles and fonts stay within their budgets', () => {
  const styles = brotliCompressSync(readStyles()).length
  assert.ok(styles > 5000 && styles <= budget.styles, `the style sheet weighs ${styles} bytes`)
  assert.deepEqual(findAssets(/\.css$/), [])
  assertWithin(budget.fonts, 'the set of fonts', findAssets(/\.woff2$/))
})

test('no rule of the styles has `+` or `~`: Chromium would compute the styles of all rows when one comes or goes', () => {
  const selectors = (readStyles().match(/[^{};]+(?=\{)/g) ?? []).filter(text => !text.trimStart().startsWith('@'))
  assert.ok(selectors.length > 500)
  const combined = selectors.filter(text => /[+~]/.test(text.replace(/\\.|\[.*?\]|\/\*.*?\*\//gs, '')))
  assert.deepEqual(combined, [])
})

test('no rule gives an underline its thickness in the shorthand, of which WebKit reads nothing then', () => {
  const shorthands = readStyles().match(/[;{]text-decoration:[^;}]*/g) ?? []
  assert.deepEqual(
    shorthands.filter(text => /\d/.test(text)),
    [],
  )
  assert.match(readStyles(), /text-decoration-thickness:2px/)
})
