import type { z } from 'zod'
import type { Endpoints } from './endpoints.ts'
import { type OperationId, operations, parseOperation } from './operations.ts'
import { NoReplyError, parseRefusal } from './refusal.ts'

type PartOf<Name extends OperationId, Part extends string> = Endpoints[Name] extends {
  [K in Part]: infer Schema extends z.ZodType
}
  ? { [K in Part]: z.input<Schema> }
  : unknown
type QueryOf<Name extends OperationId> = Endpoints[Name] extends { query: infer Schema extends z.ZodType }
  ? object extends z.input<Schema>
    ? { query?: z.input<Schema> | undefined }
    : { query: z.input<Schema> }
  : unknown
type HeadersOf<Name extends OperationId> = Endpoints[Name] extends { headers: infer Schema extends z.ZodType }
  ? { headers?: z.input<Schema> }
  : unknown

export type InputOf<Name extends OperationId> = PartOf<Name, 'params'> &
  QueryOf<Name> &
  HeadersOf<Name> &
  PartOf<Name, 'body'> &
  PartOf<Name, 'form'>
type ReplyOf<Name extends OperationId> = Endpoints[Name] extends { file: string }
  ? Blob
  : z.output<Endpoints[Name]['reply']>

export type Client = { [Name in OperationId]: (input: InputOf<Name>) => Promise<ReplyOf<Name>> }

interface RequestInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  headers?: Record<string, string | undefined>
  body?: unknown
  form?: Record<string, Blob | string>
}

/** Calls reject with `Refusal` or `NoReplyError`, or with the error of `send`. */
export function createClient(send: (path: string, init: RequestInit) => Promise<Response>): Client {
  const client: Partial<Record<OperationId, (input: RequestInput) => Promise<unknown>>> = {}
  for (const [name, operation] of Object.entries(operations) as [OperationId, string][]) {
    client[name] = async input => {
      const { path, init } = buildRequest(operation, input)
      const response = await send(path, init)
      if (!response.ok) throw parseRefusal(await response.json().catch(() => undefined), response.status)
      const isFile = response.headers.has('content-disposition')
      return (isFile ? response.blob() : response.json()).catch(throwNoReply)
    }
  }
  return client as Client
}

export function throwNoReply(cause: unknown): never {
  const isForeign = cause instanceof SyntaxError
  const sentence = isForeign
    ? 'That reply did not come from the shop. Check your connection, then try again.'
    : 'The shop does not answer. Please try again.'
  throw new NoReplyError(sentence, { cause })
}

function buildRequest(operation: string, input: RequestInput): { path: string; init: RequestInit } {
  const { method, path } = parseOperation(operation)
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
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
    for (const [name, value] of Object.entries(input.form)) form.set(name, value as string)
    init.body = form
  }
  return { path: query.size > 0 ? `${filledPath}?${query}` : filledPath, init }
}
