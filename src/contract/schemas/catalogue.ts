import { z } from 'zod'
import { requiredText, text, withShown } from './fields.ts'

export const slug = z
  .string()
  .regex(/^[\p{L}\p{M}\p{N}.-]{1,100}$/u, 'An address has letters, digits, dots and hyphens, up to 100.')
export const slugParams = z.object({ slug })

export const Brand = z.object({ slug: z.string(), name: z.string() })
export const BrandName = withShown(z.object({ name: requiredText(60) }))

export const Category = z.object({
  slug: z.string(),
  name: z.string(),
  /** Slug of the parent category; empty at the top. */
  parent: z.string(),
  filters: z.array(z.string()),
})
export type Category = z.infer<typeof Category>

export const NewCategory = z.object({
  name: requiredText(60),
  parent: z.union([slug, z.literal('')]).default(''),
  filters: z.array(requiredText(60)).max(5, 'At most five filters.').default([]),
})

export const CategoryChange = withShown(NewCategory)

export const CategoryMove = z.object({ direction: z.enum(['up', 'down']) })

/** A count above `facetCountLimit` is reported as `facetCountLimit` + 1. */
const count = z.number().int()

export const ToolFacets = z.object({
  /** All, or only the top category of the chosen one and its children. */
  categories: z.array(Category.omit({ filters: true }).extend({ count })),
  brands: z.array(Brand.extend({ count })),
  inStock: count,
  specifications: z.array(
    z.object({
      name: z.string(),
      options: z.array(
        z.object({
          /** A value for the filter's `spec`. */
          token: text(201),
          label: z.string(),
          /** Null if more tools match than are counted. */
          count: count.nullable(),
        }),
      ),
    }),
  ),
})
export type ToolFacets = z.infer<typeof ToolFacets>
