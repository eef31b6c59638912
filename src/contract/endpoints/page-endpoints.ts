import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { ListedPage, NewPage, Page, PageChange, pageParams } from '#contract/schemas/admin/pages.ts'
import { deletedCount, modifiedCount } from '#contract/schemas/fields.ts'

/** JSON encodes a character in up to six bytes, and a change sends the page twice. */
const bodyLimit = [700_000, 'body_too_large'] as const

export const pageEndpoints = {
  listPages: {
    access: 'public',
    summary: 'The published pages, by title',
    reply: z.array(ListedPage),
    cacheTag: 'pages',
  },
  getPage: {
    access: 'public',
    summary: 'A published page, its body in Markdown',
    params: pageParams,
    reply: Page,
    cacheTag: 'pages',
  },
  listAllPages: { access: 'admin:settings', summary: 'All pages, drafts too, by title', reply: z.array(ListedPage) },
  getAnyPage: { access: 'admin:settings', summary: 'A page, also a draft', params: pageParams, reply: Page },
  addPage: {
    access: 'admin:settings',
    summary: 'Add a page',
    body: NewPage,
    bodyLimit,
    reply: z.object({ slug: z.string() }),
  },
  updatePage: {
    access: 'admin:settings',
    summary: 'Change a page',
    params: pageParams,
    body: PageChange,
    bodyLimit,
    reply: modifiedCount,
  },
  deletePage: { access: 'admin:settings', summary: 'Delete a page', params: pageParams, reply: deletedCount },
} as const satisfies Partial<EndpointTable>
