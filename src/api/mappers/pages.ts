import type { ListedPage as WireListedPage, Page as WirePage } from '#contract/schemas/pages.ts'
import type { ListedPage, Page } from '#shop/pages.ts'

export function toWireListedPage({ slug, title, footerEntry, published, changedAt }: ListedPage): WireListedPage {
  return { slug, title, footerEntry, published, changedAt: changedAt.toISOString() }
}

export function toWirePage({ body, ...page }: Page): WirePage {
  return { ...toWireListedPage(page), body }
}
