import { ReadableStream } from 'node:stream/web'
import type { z } from 'zod'
import type { Log } from '#observability/logger.ts'
import { logAndConvertError } from './problems.ts'

/** A reply whose lists may be read while they are sent. */
export type Streamed<Reply> = {
  [Field in keyof Reply]: Reply[Field] | (Reply[Field] extends (infer Item)[] ? AsyncIterable<Item> : never)
}

/** As JSON, of a list an item at a time; each is parsed by `schema`. An error breaks the stream off. */
export function streamJson(schema: z.ZodObject, reply: object, log: Log): globalThis.ReadableStream {
  return streamText(writeObject(schema, reply), log)
}

/** Texts are read as they are taken. An error breaks the stream off, and is logged. */
export function streamText(texts: AsyncIterable<string>, log: Log): globalThis.ReadableStream {
  const stream: unknown = ReadableStream.from(joinInChunks(texts, log))
  return stream as globalThis.ReadableStream
}

const minChunkLength = 16_384

async function* joinInChunks(texts: AsyncIterable<string>, log: Log): AsyncGenerator<Buffer> {
  let chunk = ''
  try {
    for await (const text of texts) {
      chunk += text
      if (chunk.length < minChunkLength) continue
      yield Buffer.from(chunk)
      chunk = ''
    }
    yield Buffer.from(chunk)
  } catch (error) {
    throw logAndConvertError(error, log)
  }
}

async function* writeObject(schema: z.ZodObject, reply: object): AsyncGenerator<string> {
  let separator = '{'
  for (const [name, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    yield `${separator}${JSON.stringify(name)}:`
    const value: unknown = Reflect.get(reply, name)
    if (isStream(value)) yield* writeList((field as z.ZodArray).element as z.ZodType, value)
    else yield JSON.stringify(field.parse(value))
    separator = ','
  }
  yield '}'
}

async function* writeList(item: z.ZodType, values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '['
  for await (const value of values) {
    yield separator + JSON.stringify(item.parse(value))
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
