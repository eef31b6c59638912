import type { pageEndpoints } from '#contract/endpoints/page-endpoints.ts'
import type { ListedPage as WireListedPage, Page as WirePage } from '#contract/schemas/admin/pages.ts'
import type { ListedPage, Page } from '#shop/pages.ts'
import { addPage, deletePage, getAnyPage, getPage, listAllPages, listPages, updatePage } from '#shop/pages.ts'
import type { Handlers } from './handler.ts'

export const pageHandlers: Pick<Handlers, keyof typeof pageEndpoints> = {
  listPages: async ({ shop }) => (await listPages(shop)).map(toWireListedPage),
  getPage: async ({ shop }, { params }) => toWirePage(await getPage(shop, params.slug)),
  listAllPages: async ({ shop }) => (await listAllPages(shop)).map(toWireListedPage),
  getAnyPage: async ({ shop }, { params }) => toWirePage(await getAnyPage(shop, params.slug)),
  addPage: async ({ shop }, { actor, body }) => {
    await addPage(shop, actor, body)
    return { slug: body.slug }
  },
  updatePage: async ({ shop }, { actor, params, body }) => {
    await updatePage(shop, actor, params.slug, body, body.shown)
    return { modifiedCount: 1 }
  },
  deletePage: async ({ shop }, { actor, params }) => ({
    deletedCount: Number(await deletePage(shop, actor, params.slug)),
  }),
}

function toWireListedPage({ slug, title, footerEntry, published, changedAt }: ListedPage): WireListedPage {
  return { slug, title, footerEntry, published, changedAt: changedAt.toISOString() }
}

function toWirePage({ body, ...page }: Page): WirePage {
  return { ...toWireListedPage(page), body }
}
