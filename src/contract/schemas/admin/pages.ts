import { z } from 'zod'
import { maxPageLength } from '#contract/limits.ts'
import { requiredLine, requiredText, withShown } from '#contract/schemas/fields.ts'
import { footerColumns } from '#contract/schemas/footer-entries.ts'

/** Dots are refused: React Router treats URLs that end with `.data` as its own. */
const slug = z
  .string()
  .max(100, 'At most 100 characters, please.')
  .regex(
    /^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u,
    'An address has small letters, digits and single hyphens between them.',
  )
  .refine(text => text === text.toLowerCase(), 'An address has small letters, digits and single hyphens between them.')
  .refine(text => text !== 'new', 'That address is taken by the form for new pages.')
const footerEntry = z.enum(footerColumns.flatMap(([, entries]) => entries)).nullable()

export const pageParams = z.object({ slug })

export const Page = z.object({
  slug: z.string(),
  title: z.string(),
  body: z.string(),
  footerEntry,
  published: z.boolean(),
  changedAt: z.iso.datetime(),
})
export type Page = z.infer<typeof Page>

export const ListedPage = Page.omit({ body: true })
export type ListedPage = z.infer<typeof ListedPage>

export const NewPage = z.object({
  slug,
  title: requiredLine(120),
  body: requiredText(maxPageLength),
  footerEntry: footerEntry.default(null),
  published: z.boolean().default(false),
})

export const PageChange = withShown(NewPage)
