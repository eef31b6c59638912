import { createRefusal, type RefusalCode, refusals } from '#contract/refusals.ts'

/** What no response may contain: a stack, a path of the server, a query or a database's message. */
const internals =
  /\n\s+at .+:\d+:\d+|node_modules|file:\/\/|\b(select|insert into|update|delete from) .+ (from|values|set|where) |violates|syntax error at|invalid byte sequence|out of range for type|\b(Type|Range|Syntax|Reference)Error\b|drizzle|pglite/i
const codes = new Set(Object.keys(refusals))
const sentences = new Map(Object.keys(refusals).map(code => [code, getSentence(code)]))
/** Where the identity provider, the payment sandbox and the pages answer in their own form. */
const foreign = /^\/(api\/auth(\/|$)|sandbox\/payments\/|(?!api(\/|$)))/

export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** What is wrong with the response to a request for that path, if anything. */
export function findDefect(path: string, { status, headers, text }: Answer, origin: string): string | undefined {
  const type = headers.get('content-type') ?? ''
  if (status >= 500) return `answered with ${status}`
  if (/json|text/.test(type) && !/javascript|css/.test(type)) {
    const found = text.includes(process.cwd()) ? process.cwd() : status >= 400 && internals.exec(text)?.[0]
    if (found) return `contains ${JSON.stringify(found)}`
  }
  const location = headers.get('location')
  if (location !== null && !isOwn(location, origin)) return `sends to ${location}`
  if (headers.has('set-cookie') && !path.startsWith('/api/auth/')) return 'sets a cookie'
  if (status < 400 || foreign.test(path)) return undefined
  return isProblemDocument(status, type, text) ? undefined : `is no problem document: ${text.slice(0, 200)}`
}

function isOwn(location: string, origin: string): boolean {
  const target = URL.parse(location, origin)
  return target !== null && target.origin === origin
}

function isProblemDocument(status: number, type: string, text: string): boolean {
  if (text === '') return true
  if (type !== 'application/problem+json') return false
  const { code, kind, status: bodyStatus, detail, title, type: name, errors, ...others } = JSON.parse(text)
  return (
    codes.has(code) &&
    kind === createRefusal(code as RefusalCode).kind &&
    bodyStatus === status &&
    detail === sentences.get(code) &&
    name === `urn:problem:${code}` &&
    title === code.replaceAll('_', ' ') &&
    (errors === undefined || Array.isArray(errors)) &&
    Object.keys(others).length === 0
  )
}

function getSentence(name: string): string {
  const code = Object.keys(refusals).find((each): each is RefusalCode => each === name)
  return code ? createRefusal(code).message : ''
}
