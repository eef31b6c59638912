import { z } from 'zod'
import { stripInvisibleInLines } from '#contract/text.ts'

// PostgreSQL text can't contain U+0000.
const storable = z.string().regex(/^[^\0]*$/, 'Holds a character that can not be kept.')
export const text = (maxLength: number) =>
  storable
    .overwrite(stripInvisibleInLines)
    .trim()
    .max(maxLength, `At most ${maxLength.toLocaleString('en-US')} characters, please.`)
export const requiredText = (maxLength: number) => text(maxLength).min(1, 'This is needed.')
export const email = storable.trim().toLowerCase().max(320)
export const id = z.uuid().toLowerCase()
export const idParams = z.object({ id })
export const dollars = z.number().min(0)
export const acknowledged = z.object({ acknowledged: z.boolean() })
export const deletedCount = z.object({ deletedCount: z.number().int() })
export const modifiedCount = z.object({ modifiedCount: z.number().int() })
/** A count above `countLimit` is reported as `countLimit` + 1. */
export const countReply = z.object({ count: z.number().int() })
export const insertedId = z.object({ insertedId: z.string() })

/** `cursor` is the id of the row after which the page starts; of reviews, before which it ends. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(500),
  cursor: id.optional(),
})

/** `before`, in place of `cursor`, is the id of the row before which the page ends. */
export const listQuery = pageQuery.extend({ before: id.optional() })
