import fc from 'fast-check'
import { contentTypes, jsons, junk, oddKeys, texts } from './values.ts'

/** A request as plain data, so that a failure can print it. */
export interface Attempt {
  who: 'anonymous' | 'buyer' | 'admin' | 'nonsense'
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  encoding: 'utf8' | 'latin1'
}

/** The part of JSON Schema that our own OpenAPI document is written in. */
export interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  multipleOf?: number
}

export interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** What is really there, by the names of fields and parameters, for requests that get beyond their validation. */
export type FindKnownValues = (operation: string, field: string) => readonly unknown[]

export const who = fc.constantFrom<Attempt['who']>('anonymous', 'buyer', 'buyer', 'admin', 'admin', 'nonsense')
export const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND', 'QUERY')

export const encoding = fc.constantFrom<Attempt['encoding']>('utf8', 'utf8', 'utf8', 'latin1')

export const generateMostly = <Value>(usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other })
const text = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 40 }))
const json = fc.oneof(fc.constantFrom(...jsons), fc.json())
const key = fc.oneof(fc.constantFrom(...oddKeys), fc.string({ maxLength: 10 }))

/** Requests to one operation of the contract: valid or nearly valid, then mutated. */
export function generateAttempts(
  path: string,
  verb: string,
  operation: Operation,
  known: FindKnownValues,
): fc.Arbitrary<Attempt> {
  const { operationId, parameters = [], requestBody } = operation
  const listParameters = (place: string) =>
    parameters
      .filter(parameter => parameter.in === place)
      .map(({ name, schema }) => [name, generateField(schema, known(operationId, name)).map(String)] as const)
  const content = Object.entries(requestBody?.content ?? {})[0]
  return fc.record({
    who,
    method: fc.oneof({ weight: 30, arbitrary: fc.constant(verb.toUpperCase()) }, { weight: 1, arbitrary: method }),
    path: fc
      .tuple(generatePath(path, Object.fromEntries(listParameters('path'))), queryOf(listParameters('query')))
      .map(([path, query]) => `/api${path}${query}`),
    headers: generateHeaders(listParameters('header')).chain(headers =>
      generateMostly(fc.constant(content?.[0] ?? 'application/json'), fc.constantFrom(...contentTypes)).map(type => ({
        ...headers,
        'content-type': type === 'multipart/form-data' ? `${type}; boundary=b` : type,
      })),
    ),
    body: content
      ? generateBody(content[0], content[1].schema, name => known(operationId, name))
      : fc.constant(undefined),
    encoding: content?.[0].startsWith('multipart/') ? fc.constant('latin1') : encoding,
  })
}

/** A JSON body with these fields, mutated more often than not. */
export function generateObject(fields: Record<string, fc.Arbitrary<unknown>>, optional: readonly string[] = []) {
  const required = Object.keys(fields).filter(name => !optional.includes(name))
  const entries = fc
    .record(fields, { requiredKeys: required })
    .map(value => Object.entries(value).map(([name, each]) => [JSON.stringify(name), JSON.stringify(each)] as const))
  const mutatedBody = fc
    .tuple(entries, fc.oneof(fc.constant([]), fc.array(anyMutation, { minLength: 1, maxLength: 3 })))
    .map(([entries, mutations]) => {
      const mutated = mutations.reduce<readonly (readonly [string, string])[]>(
        (before, mutation) => applyMutation(before, mutation),
        entries,
      )
      return `{${mutated.map(([name, value]) => `${name}:${value}`).join(',')}}`
    })
  return fc.oneof({ weight: 9, arbitrary: mutatedBody }, { weight: 1, arbitrary: fc.constantFrom(...junk) })
}

/** Odd headers, and the operation's own. */
export function generateHeaders(parameters: readonly (readonly [string, fc.Arbitrary<string>])[] = []) {
  const latin = fc.constantFrom(
    '',
    'x',
    '\u00ff\u0080',
    'a,b;c="d',
    '%00',
    '../',
    'x'.repeat(4_000),
    '*',
    '-1',
    '1e309',
  )
  const odd = fc.dictionary(
    fc.constantFrom(
      'accept',
      'cookie',
      'if-none-match',
      'range',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-for',
      'forwarded',
      'accept-encoding',
      'accept-language',
      'stripe-signature',
      'transfer-encoding',
      'x-http-method-override',
      'origin',
      'referer',
      'user-agent',
      'x-requested-with',
      'if-modified-since',
    ),
    latin,
    { maxKeys: 2 },
  )
  const own = fc.record(
    Object.fromEntries(parameters.map(([name, value]) => [name, fc.oneof(value.map(keepLatin), latin)] as const)),
    { requiredKeys: [] },
  )
  return fc.tuple(generateMostly<Record<string, string>>(fc.constant({}), odd), own).map(([odd, own]) => {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries({ ...odd, ...own })) if (value !== undefined) headers[name] = value
    return headers
  })
}

/** A path whose `{names}` are filled by what is given, or by anything. */
export function generatePath(
  template: string,
  parameterValues: Record<string, fc.Arbitrary<string>>,
): fc.Arbitrary<string> {
  const parts = template.split('/').map(part => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    return name ? encodeInPath(generateMostly(parameterValues[name] ?? text, text)) : fc.constant(part)
  })
  return fc.tuple(...parts).map(filled => filled.join('/'))
}

export function queryOf(parameters: readonly (readonly [string, fc.Arbitrary<string>])[]): fc.Arbitrary<string> {
  const name = parameters.length > 0 ? generateMostly(fc.constantFrom(...parameters.map(([name]) => name)), key) : key
  const own = parameters.map(([name, value]) => fc.tuple(fc.constant(name), encodeInPath(value)))
  const odd = fc.tuple(
    fc
      .tuple(encodeInPath(name), fc.constantFrom('', '', '[]', '[a]', '[__proto__]', '.x'))
      .map(([name, end]) => name + end),
    encodeInPath(text),
  )
  const pair = fc.oneof(...own, odd)
  return fc.array(pair, { maxLength: 4 }).map(pairs => {
    const query = pairs.map(([name, value]) => `${name}=${value}`).join('&')
    return query === '' ? '' : `?${query}`
  })
}

/** The text as it stands in an address, rightly encoded or not at all. */
export const encodeInPath = (value: fc.Arbitrary<string>) =>
  fc.tuple(value, fc.nat(9)).map(([value, chance]) => {
    const short = value.slice(0, 4_000).toWellFormed()
    return chance === 0 ? short.replace(/[\s?#/]/g, '') : encodeURIComponent(short)
  })

export const anyText = text

function generateBody(
  type: string,
  { properties = {}, required = [] }: Schema,
  known: (field: string) => readonly unknown[],
) {
  if (type.startsWith('multipart/')) return generateForm()
  const fields = Object.entries(properties).map(([name, schema]) => [name, generateField(schema, known(name))] as const)
  const optional = Object.keys(properties).filter(name => !required.includes(name))
  return generateMostly<string | undefined>(
    generateObject(Object.fromEntries(fields), optional),
    fc.constant(undefined),
  )
}

const gif =
  'GIF89a\u0001\0\u0001\0\u0080\0\0\0\0\0\u00ff\u00ff\u00ff!\u00f9\u0004\u0001\0\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\u0001D\0;'

/** A multipart form with boundary `b`, well or badly made; a text of bytes. */
function generateForm(): fc.Arbitrary<string> {
  const file = fc.oneof(fc.constant(gif), text.map(keepLatin), fc.constantFrom('', 'GIF89a', gif.slice(0, 30)))
  const disposition = fc.constantFrom(
    'form-data; name="image"; filename="dot.gif"',
    'form-data; name="image"; filename="dot.gif"',
    'form-data; name="image"',
    'form-data; name="__proto__"; filename="x"',
    'form-data; name="image"; filename="../../x\0.gif"',
    'form-data',
    'nonsense',
    '',
  )
  return fc
    .tuple(
      fc.array(fc.tuple(disposition, file), { maxLength: 3 }),
      fc.constantFrom('--b--\r\n', '--b--\r\n', '--b', '', '--c--'),
    )
    .map(([parts, end]) => {
      const encodePart = ([head, file]: [string, string]) =>
        `--b\r\nContent-Disposition: ${head}\r\nContent-Type: image/gif\r\n\r\n${file}\r\n`
      return parts.map(encodePart).join('') + end
    })
}

function generateField(schema: Schema, known: readonly unknown[]): fc.Arbitrary<unknown> {
  const made = generateBySchema(schema)
  return known.length > 0 ? generateMostly<unknown>(fc.constantFrom(...known), made) : made
}

function generateBySchema(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const { minimum = -1e9, maximum = 1e9 } = schema
  switch (schema.type) {
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(minimum, -(2 ** 53) + 1), max: maximum }),
        fc.constantFrom(minimum, maximum),
      )
    case 'number':
      return fc.oneof(
        fc.integer({ min: Math.ceil(minimum * 2), max: Math.floor(maximum * 2) }).map(half => half / 2),
        fc.double({ min: minimum, max: maximum, noNaN: true }),
      )
    case 'string':
      return schema.pattern && schema.pattern !== '^[^\\0]*$'
        ? fc.stringMatching(new RegExp(schema.pattern))
        : fc.string({
            unit: 'grapheme',
            minLength: schema.minLength ?? 0,
            maxLength: Math.min(schema.maxLength ?? 50, 100),
          })
    default:
      return fc.jsonValue()
  }
}

interface Mutation {
  how: 'replace' | 'drop' | 'add' | 'double'
  at: number
  name: string
  value: string
}

const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  how: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add', 'double'),
  at: fc.nat(12),
  name: key,
  value: json,
})

function applyMutation(entries: readonly (readonly [string, string])[], { how, at, name, value }: Mutation) {
  const index = entries.length > 0 ? at % entries.length : 0
  const [present = '""'] = entries[index] ?? []
  if (how === 'add') return [...entries, [JSON.stringify(name), value] as const]
  if (how === 'double') return [[present, value] as const, ...entries]
  if (how === 'drop') return entries.toSpliced(index, 1)
  return entries.toSpliced(index, 1, [present, value])
}

function keepLatin(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?')
}
