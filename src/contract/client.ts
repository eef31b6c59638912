import type { z } from 'zod'
import { type CallName, calls, methodAndPath } from './calls.ts'
import type { Endpoints } from './endpoints.ts'
import { refusalOf } from './refusals.ts'

type PartOf<Name extends CallName, Part extends string> = Endpoints[Name] extends {
  [K in Part]: infer Schema extends z.ZodType
}
  ? { [K in Part]: z.input<Schema> }
  : unknown
type QueryOf<Name extends CallName> = Endpoints[Name] extends { query: infer Schema extends z.ZodType }
  ? { query?: Partial<z.input<Schema>> | undefined }
  : unknown
type HeadersOf<Name extends CallName> = Endpoints[Name] extends { headers: infer Schema extends z.ZodType }
  ? { headers?: z.input<Schema> }
  : unknown

/** What a call takes: its path's params, query, headers, and JSON body or form, as far as it has them. */
export type InputOf<Name extends CallName> = PartOf<Name, 'params'> &
  QueryOf<Name> &
  HeadersOf<Name> &
  PartOf<Name, 'body'> &
  PartOf<Name, 'form'>
type ReplyOf<Name extends CallName> = z.output<Endpoints[Name]['reply']>

export type Client = { [Name in CallName]: (input: InputOf<Name>) => Promise<ReplyOf<Name>> }

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  headers?: Record<string, string | undefined>
  body?: unknown
  form?: Record<string, Blob>
}

/**
 * Every call of the contract over `send`, a fetch of a path below the API's base.
 * A call rejects with `Refusal` when the API refuses, with whatever `send` throws when it can't be reached.
 */
export function createClient(send: (path: string, init: RequestInit) => Promise<Response>): Client {
  const client: Partial<Record<CallName, (input: AnyInput) => Promise<unknown>>> = {}
  for (const [name, call] of Object.entries(calls) as [CallName, string][]) {
    client[name] = async input => {
      const { path, init } = requestOf(call, input)
      const response = await send(path, init)
      const reply = await response.json().catch(() => undefined)
      if (!response.ok) throw refusalOf(reply)
      return reply
    }
  }
  return client as Client
}

function requestOf(call: string, input: AnyInput): { path: string; init: RequestInit } {
  const { method, path } = methodAndPath(call)
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, String(value))
  const headers = new Headers()
  for (const [name, value] of Object.entries(input.headers ?? {})) if (value !== undefined) headers.set(name, value)
  const init: RequestInit = { method, headers }
  if (input.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(input.body)
  }
  if (input.form) {
    const form = new FormData()
    for (const [name, value] of Object.entries(input.form)) form.set(name, value)
    init.body = form
  }
  return { path: query.size > 0 ? `${filled}?${query}` : filled, init }
}
