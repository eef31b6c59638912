import { clientContext, settingsContext } from '#web/context.ts'
import type { Route } from './+types/sitemap'
import { createSitemap } from './create-sitemap.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { listToolIds } = context.get(clientContext)
  const xml = await createSitemap(context.get(settingsContext).origin, query => listToolIds({ query }))
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
