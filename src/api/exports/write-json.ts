import type { z } from 'zod'

export type Streamed<Reply> = {
  [Field in keyof Reply]: Reply[Field] | (Reply[Field] extends (infer Item)[] ? AsyncIterable<Item> : never)
}

/** Each field, and each item of an iterable, is parsed, which drops fields that the schema does not have. */
export async function* writeJson<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  reply: Streamed<z.input<z.ZodObject<Shape>>>,
): AsyncGenerator<string> {
  let separator = '{'
  for (const [name, field] of Object.entries(shape) as [string, z.ZodType][]) {
    yield `${separator}\n${JSON.stringify(name)}: `
    const value: unknown = Reflect.get(reply, name)
    if (isAsyncIterable(value)) yield* writeList((field as z.ZodArray<z.ZodType>).element, value)
    else yield JSON.stringify(field.parse(value))
    separator = ','
  }
  yield '\n}\n'
}

async function* writeList(item: z.ZodType, values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '['
  for await (const value of values) {
    yield `${separator}\n${JSON.stringify(item.parse(value))}`
    separator = ','
  }
  yield separator === '[' ? '[]' : '\n]'
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
