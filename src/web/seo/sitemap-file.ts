import { clientContext, type PageHandle, settingsContext } from '#web/context.ts'
import type { Route } from './+types/sitemap-file'
import { createSitemapFile, loadSitemapSources } from './create-sitemap.ts'

/** `/sitemap.xml` names these files once one file cannot hold the catalogue. */
export const handle = { sharedBy: [] } satisfies PageHandle

export async function loader({ params, context }: Route.LoaderArgs) {
  const fileNumber = Number(/^([1-9]\d{0,2})\.xml$/.exec(params.file)?.[1] ?? 0)
  // 200 files hold 959,000 tools.
  if (fileNumber === 0 || fileNumber > 200) throw new Response('Not found', { status: 404 })
  const { origin } = context.get(settingsContext)
  const sources = await loadSitemapSources(context.get(clientContext))
  const xml = await createSitemapFile(origin, sources, fileNumber)
  if (xml === undefined) throw new Response('Not found', { status: 404 })
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
