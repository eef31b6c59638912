import type { MetaDescriptor } from 'react-router'
import type { Settings } from './context.ts'

type Matches = readonly ({ loaderData: unknown } | undefined)[]

/** A page's `meta`: its title, with the shop's name behind it. */
export const titled =
  (text: string) =>
  ({ matches }: { matches: Matches }) =>
    title(text, matches)

/** The title as `meta` gives it, for a text that depends on the page's data. */
export function title(text: string, matches: Matches): MetaDescriptor[] {
  const settings = matches[0]?.loaderData as Settings | undefined
  return [{ title: settings ? `${text} · ${settings.storeName}` : text }]
}
