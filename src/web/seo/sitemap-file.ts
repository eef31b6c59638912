import { clientContext, type PageHandle, settingsContext } from '#web/context.ts'
import type { Route } from './+types/sitemap-file'
import { createSitemapFile, loadSitemapSources } from './create-sitemap.ts'

/** `/sitemaps/1.xml` and so on, which `/sitemap.xml` names once one file cannot hold the catalogue. */
export const handle = { sharedBy: [] } satisfies PageHandle

export async function loader({ params, context }: Route.LoaderArgs) {
  // Twenty files name a million tools.
  const fileNumber = Number(/^([1-9]|1\d|20)\.xml$/.exec(params.file)?.[1] ?? 0)
  if (fileNumber === 0) throw new Response('Not found', { status: 404 })
  const { origin } = context.get(settingsContext)
  const sources = await loadSitemapSources(context.get(clientContext))
  const xml = await createSitemapFile(origin, sources, fileNumber)
  if (xml === undefined) throw new Response('Not found', { status: 404 })
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
