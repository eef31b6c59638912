import type { Client } from '#contract/client.ts'
import { clientContext, settingsContext } from '#web/context.ts'
import type { Route } from './+types/sitemap'

const pages = ['/', '/shop', '/allReviews', '/blogs']
/** The most URLs that one sitemap may hold (https://www.sitemaps.org/protocol.html). */
const maxUrls = 50_000

export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(settingsContext)
  const tools = await listToolPaths(context.get(clientContext), maxUrls - pages.length)
  const urls = [...pages, ...tools].map(path => `<url><loc>${origin}${path}</loc></url>`)
  const xml = ['<?xml version="1.0" encoding="UTF-8"?>', '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">']
  const body = [...xml, ...urls, '</urlset>', ''].join('\n')
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}

async function listToolPaths(client: Client, maxPaths: number): Promise<string[]> {
  const limit = 500
  const paths: string[] = []
  for (let cursor: string | undefined; paths.length < maxPaths; ) {
    const tools = await client.listTools({ query: { limit, cursor } })
    paths.push(...tools.map(tool => `/shop/${tool._id}`))
    cursor = tools.at(-1)?._id
    if (tools.length < limit) break
  }
  return paths.slice(0, maxPaths)
}
