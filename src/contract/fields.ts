import { z } from 'zod'

// PostgreSQL keeps no U+0000.
const storable = z.string().regex(/^[^\0]*$/, 'Holds a character that can not be kept.')
export const text = (maximum: number) =>
  storable.trim().max(maximum, `At most ${maximum.toLocaleString('en-US')} characters, please.`)
/** A text that may not be empty. */
export const requiredText = (maximum: number) => text(maximum).min(1, 'This is needed.')
export const email = storable.trim().toLowerCase().max(320)
export const id = z.uuid().toLowerCase()
export const dollars = z.number().min(0)
export const acknowledged = z.object({ acknowledged: z.boolean() })
export const deletedCount = z.object({ deletedCount: z.number().int() })
export const modifiedCount = z.object({ modifiedCount: z.number().int() })
export const insertedId = z.object({ insertedId: z.string() })

/** Query of a list: at most `limit` rows, from `cursor` (the last row's id of the page before) on. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(500),
  cursor: id.optional(),
})

/** Query of a list with pages in both directions: with `before` in place of `cursor`, the page that ends ahead of it. */
export const listQuery = pageQuery.extend({ before: id.optional() })
