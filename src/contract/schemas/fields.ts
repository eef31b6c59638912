import { z } from 'zod'
import { cursorPattern } from '#contract/cursors.ts'
import { formatNumber } from '#contract/format-number.ts'
import { maxEmailLength, maxOrderLines, maxStock } from '#contract/limits.ts'
import { composeText, normalizeEmail, stripInvisible, stripInvisibleInLines } from '#contract/text.ts'

// PostgreSQL text can't contain U+0000, and its JSON no lone surrogate.
export const storable = z
  .string()
  .regex(/^[^\0]*$/, 'Contains an invalid character.')
  .refine(value => value.isWellFormed(), 'Contains an invalid character.')
/** Forms end lines with CRLF, which would count as two characters. */
export const text = (maxLength: number) =>
  storable
    .overwrite(value => composeText(stripInvisibleInLines(value.replace(/\r\n?/g, '\n'))))
    .trim()
    .max(maxLength, `At most ${formatNumber(maxLength)} characters, please.`)
export const line = (maxLength: number) =>
  storable
    .overwrite(value => composeText(stripInvisible(value.replace(/\s+/g, ' '))))
    .trim()
    .max(maxLength, `At most ${formatNumber(maxLength)} characters, please.`)
export const requiredLine = (maxLength: number) => line(maxLength).min(1, 'This is needed.')
export const requiredText = (maxLength: number) => text(maxLength).min(1, 'This is needed.')
export const email = storable.overwrite(normalizeEmail).max(maxEmailLength)
export const id = z.uuid().toLowerCase()
export const idParams = z.object({ id })
/** In the shop's currency. */
export const money = z.number().min(0)
export const acknowledged = z.object({ acknowledged: z.boolean() })
export const deletedCount = z.object({ deletedCount: z.number().int() })
export const modifiedCount = z.object({ modifiedCount: z.number().int() })
/** A count above `countLimit` is reported as `countLimit` + 1. */
export const countReply = z.object({ count: z.number().int() })
export const insertedId = z.object({ insertedId: z.string() })

/** The page starts after the row with the id `cursor`; for reviews, it ends before it. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(500),
  cursor: id.optional(),
})

const cursor = storable.regex(cursorPattern)

/** The page ends before the row `before`, an alternative to `cursor`. Both may include the row's sort value. */
export const listQuery = pageQuery.extend({ cursor: cursor.optional(), before: cursor.optional() })

/** A `-` before a field sorts from the highest value to the lowest. */
export const sortBy = <Field extends string = never>(...fields: readonly Field[]) =>
  z.enum(['newest', 'oldest', ...fields, ...fields.map((field): `-${Field}` => `-${field}`)]).optional()

/** A field that others changed since `shown` is kept if the form left it, else refused with `edit_conflict`. */
export function withShown<Shape extends z.ZodRawShape>(change: z.ZodObject<Shape>) {
  // A default would add fields that the form has not shown.
  const fields = Object.entries(change.shape).map(([name, field]) => [
    name,
    field instanceof z.ZodDefault ? field.unwrap() : field,
  ])
  const shown: z.ZodObject<Shape> = z.object(Object.fromEntries(fields))
  return change.extend({ shown: shown.partial().optional() })
}

const quantityRange = 'The quantity is a whole number from 1 to 100,000,000.'

export const orderQuantity = z
  .number(quantityRange)
  .int(quantityRange)
  .min(1, quantityRange)
  .max(maxStock, quantityRange)

export const toolLines = <Line extends z.ZodType<{ toolId: string }>>(lineOfTool: Line) =>
  z
    .array(lineOfTool)
    .max(maxOrderLines, 'An order has at most 1,000 lines.')
    .refine(lines => new Set(lines.map(({ toolId }) => toolId)).size === lines.length, 'A tool has one line only.')
