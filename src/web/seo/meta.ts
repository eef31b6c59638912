import type { MetaDescriptor } from 'react-router'
import type { PriceTerms } from '#contract/pricing/currencies.ts'
import type { PageSettings } from '#web/context.ts'

interface MetaArgs {
  matches: readonly ({ loaderData: unknown } | undefined)[]
  location: { pathname: string }
}

interface PageMeta {
  title: string
  description: string
  path?: string
  image?: string
}

/** For pages that robots.txt disallows, and for missing ones. */
export const titleMeta =
  (title: string) =>
  ({ matches }: MetaArgs): MetaDescriptor[] => [{ title: formatTitle(title, getSettings(matches)) }]

export const publicMeta = (page: PageMeta) => (args: MetaArgs) => buildMeta(args, page)

/** Title, description, canonical URL and Open Graph tags (https://ogp.me) of a public page. */
export function buildMeta(args: MetaArgs, page: PageMeta): MetaDescriptor[] {
  const settings = getSettings(args.matches)
  const title = formatTitle(page.title, settings)
  const toUrl = (path: string) => toAbsoluteUrl(args, path)
  const url = toUrl(page.path ?? (args.location.pathname.replace(/\/+$/, '') || '/'))
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: settings?.storeName },
    { property: 'og:image', content: toUrl(page.image ?? '/images/hero-1280.webp') },
  ]
}

export function getPriceTerms({ matches }: MetaArgs): PriceTerms {
  return getSettings(matches) ?? { currency: 'USD', pricesIncludeTax: true }
}

export function toAbsoluteUrl({ matches }: MetaArgs, path: string): string {
  return new URL(path, getSettings(matches)?.origin ?? 'http://localhost').href
}

const getSettings = (matches: MetaArgs['matches']) => matches[0]?.loaderData as PageSettings | undefined

export const formatTitle = (title: string, settings: PageSettings | undefined) =>
  settings ? `${title} · ${settings.storeName}` : title
