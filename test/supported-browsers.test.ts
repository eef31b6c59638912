import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data'
import { parseAst } from 'vite'

const root = join(import.meta.dirname, '..')
const readText = (file: string) => readFileSync(join(root, file), 'utf8')
const { browserslist }: { browserslist: string[] } = JSON.parse(readText('package.json'))
const supported = browserslist.map(text => {
  const [browser = '', version = ''] = text.split(' >= ')
  return { browser: browser === 'ios' ? 'safari_ios' : browser, version }
})

const whereTested = 'the library tests for it first'
const ownMethod = 'a method of the library, or of an object of its own'

/** Names that are newer than the supported browsers, and why they do no harm. */
const allowed: Readonly<Record<string, string>> = {
  navigation: `React: ${whereTested}`,
  setImmediate: `React's scheduler: ${whereTested}`,
  '.startViewTransition': `React: ${whereTested}`,
  '.skipTransition': 'React: after startViewTransition',
  '.createContext': `React: ${ownMethod}`,
  '.use': `React: ${ownMethod}`,
  '.createPolicy': `entry.client.tsx: only where there are trusted types`,
  '.toBase64': `qr: ${whereTested}`,
  'Error.captureStackTrace': 'Better Auth: only with the option `throw`, which the pages do not set',
  'Error.stackTraceLimit': 'Better Auth: a property that others ignore',
  '.clamp': `d3-scale: ${ownMethod}`,
  '.configure': `markdown-it: ${ownMethod}`,
  '.destroy': `Stripe: ${ownMethod}`,
}

const { api, javascript }: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data')
const { builtins } = javascript as unknown as { builtins: Identifier & { Intl: Identifier } }
const globals: Record<string, Identifier> = { ...api.Window, ...api, ...builtins.Intl, ...builtins }

const isAtMost = (version: string, most: string) => version.localeCompare(most, 'en', { numeric: true }) <= 0

const isSupported = ({ support }: CompatStatement) =>
  supported.every(({ browser, version }) =>
    [support[browser as keyof typeof support] ?? []].flat().some(statement => {
      const { version_added: added, version_removed: removed, flags, prefix, alternative_name: formerName } = statement
      const isCurrent = !removed && !flags && !prefix && !formerName
      return isCurrent && typeof added === 'string' && isAtMost(added.replace('≤', ''), version)
    }),
  )

/** By the name of a member: whether all browsers have it in one of the classes with a member of this name. */
const members = new Map<string, boolean>()
for (const type of Object.values(globals))
  for (const [name, { __compat }] of Object.entries<Identifier>(type)) {
    const plainName = name.replace(/_static$/, '')
    if (__compat) members.set(plainName, members.get(plainName) || isSupported(__compat))
  }

function isNewGlobal(name: string): boolean {
  const compat = Object.hasOwn(globals, name) ? globals[name]?.__compat : undefined
  return compat !== undefined && !isSupported(compat)
}

function isNewStatic(owner: string, name: string): boolean {
  const type = globals[owner]
  const compat = (type?.[name] ?? type?.[`${name}_static`])?.__compat
  return compat !== undefined && !isSupported(compat)
}

interface Node {
  type: string
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const readName = (node: unknown) => (isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined)
const isMember = (node: unknown): node is Node => isNode(node) && node.type === 'MemberExpression' && !node.computed

const iteratorHelpers = /^(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)$/

/** 'values().map': arrays have no method of that name without arguments that returns an array. */
function findIteratorHelper(callee: Node): string | undefined {
  const { object, property } = callee
  if (!isNode(object) || object.type !== 'CallExpression' || !isMember(object.callee)) return undefined
  const [iterator = '', helper = ''] = [readName(object.callee.property), readName(property)]
  const isIterator = /^(keys|values|entries)$/.test(iterator) && (object.arguments as unknown[]).length === 0
  return isIterator && iteratorHelpers.test(helper) ? `.${iterator}().${helper}` : undefined
}

/** Adds the built-ins that a supported browser may not have. */
function collectNewBuiltIns(node: Node, found: Set<string>): void {
  if (node.type === 'CallExpression' && isMember(node.callee)) {
    const [owner = '', name = ''] = [readName(node.callee.object), readName(node.callee.property)]
    if (!Object.hasOwn(globals, owner) && members.get(name) === false) found.add(`.${name}`)
    const helper = findIteratorHelper(node.callee)
    if (helper) found.add(helper)
  }
  if (isMember(node)) {
    const [owner = '', name = ''] = [readName(node.object), readName(node.property)]
    if (Object.hasOwn(globals, owner) && isNewStatic(owner, name)) found.add(`${owner}.${name}`)
  }
  if (node.type === 'Literal' && /v/.test(Object(node.regex).flags ?? '')) found.add('/v')
  const name = readName(node)
  if (name !== undefined && isNewGlobal(name)) found.add(name)
  const isNamed = /^(MemberExpression|Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && !node.computed
  for (const field in node) {
    if (isNamed && (field === 'property' || field === 'key')) continue
    const child = node[field]
    if (Array.isArray(child)) {
      for (const each of child) if (isNode(each)) collectNewBuiltIns(each, found)
    } else if (isNode(child)) collectNewBuiltIns(child, found)
  }
}

function listNames(script: string): string[] {
  const found = new Set<string>()
  collectNewBuiltIns(parseAst(script) as unknown as Node, found)
  return [...found]
}

test('newer built-ins are noticed', () => {
  const script = 'Map.groupBy(a, b); Promise.try(a); a.union(b); a.values().map(b); navigation.back(); /[a]/v'
  assert.deepEqual(listNames(script).toSorted(), [
    '.union',
    '.values().map',
    '/v',
    'Map.groupBy',
    'Promise.try',
    'navigation',
  ])
  assert.deepEqual(listNames('a.toSorted().map(b); structuredClone(a); Object.hasOwn(a, b); a.navigation'), [])
})

test('the pages use no built-in that a supported browser lacks', () => {
  const found = readdirSync(join(root, 'build/client/assets'))
    .filter(name => name.endsWith('.js'))
    .flatMap(file => listNames(readText(`build/client/assets/${file}`)).map(name => ({ file, name })))
  assert.deepEqual(
    found.filter(({ name }) => !Object.hasOwn(allowed, name)),
    [],
  )
  const names = new Set(found.map(({ name }) => name))
  assert.deepEqual(
    Object.keys(allowed).filter(name => !names.has(name)),
    [],
    'allowed, but not used',
  )
})

test('the README names the supported browsers', () => {
  const [chrome, edge, firefox, safari, ios] = supported.map(({ version }) => version)
  assert.deepEqual([edge, ios], [chrome, safari])
  assert.ok(readText('README.md').includes(`Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari}`))
})
