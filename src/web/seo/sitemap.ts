import { clientContext, type PageHandle, settingsContext } from '#web/context.ts'
import type { Route } from './+types/sitemap'
import { createSitemap, loadSitemapSources } from './create-sitemap.ts'

export const handle = { sharedBy: [] } satisfies PageHandle

export async function loader({ context }: Route.LoaderArgs) {
  const xml = await createSitemap(
    context.get(settingsContext).origin,
    await loadSitemapSources(context.get(clientContext)),
  )
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
