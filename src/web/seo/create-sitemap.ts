import type { Client } from '#contract/client.ts'
import { maxPages } from '#contract/limits.ts'

const ownPaths = ['/', '/shop', '/quick-order', '/trade', '/allReviews', '/blogs']
/** A file may have 50,000 URLs (https://www.sitemaps.org/protocol.html), but that would block other requests. */
const maxUrls = 5000

type ListToolIds = (query: { limit: number; cursor: string | undefined }) => Promise<string[]>

interface Sources {
  listToolIds: ListToolIds
  slugs: readonly string[]
}

export async function loadSitemapSources(client: Client): Promise<Sources> {
  const pages = await client.listPages({})
  return { listToolIds: query => client.listToolIds({ query }), slugs: pages.map(({ slug }) => slug) }
}

/** The limit is independent of the number of pages, so that later files keep their first tool. */
const maxToolsPerFile = maxUrls - ownPaths.length - maxPages

export async function createSitemap(
  origin: string,
  { listToolIds, slugs }: Sources,
  toolsPerFile = maxToolsPerFile,
): Promise<string> {
  let fileCount = 0
  let firstIds: string[] = []
  for await (const ids of listFiles(listToolIds, toolsPerFile)) {
    if (fileCount === 0) firstIds = ids
    fileCount += 1
  }
  if (fileCount === 1) return formatUrls(origin, [...listPaths(slugs), ...firstIds.map(toToolPath)])
  const files = Array.from({ length: fileCount }, (_, index) => `${origin}/sitemaps/${index + 1}.xml`)
  return formatXml(
    'sitemapindex',
    files.map(url => `<sitemap><loc>${url}</loc></sitemap>`),
  )
}

export async function createSitemapFile(
  origin: string,
  { listToolIds, slugs }: Sources,
  fileNumber: number,
  toolsPerFile = maxToolsPerFile,
): Promise<string | undefined> {
  let number = 0
  for await (const ids of listFiles(listToolIds, toolsPerFile)) {
    number += 1
    if (number === fileNumber)
      return formatUrls(origin, [...(number === 1 ? listPaths(slugs) : []), ...ids.map(toToolPath)])
  }
  return undefined
}

async function* listFiles(listToolIds: ListToolIds, limit: number): AsyncGenerator<string[]> {
  let cursor: string | undefined
  do {
    const ids = await listToolIds({ limit, cursor })
    if (ids.length > 0 || cursor === undefined) yield ids
    cursor = ids.length < limit ? undefined : ids.at(-1)
  } while (cursor !== undefined)
}

const listPaths = (slugs: readonly string[]) => [
  ...ownPaths,
  ...slugs.map(slug => `/pages/${encodeURIComponent(slug)}`),
]
const toToolPath = (id: string) => `/shop/${id}`

const formatUrls = (origin: string, paths: readonly string[]) =>
  formatXml(
    'urlset',
    paths.map(path => `<url><loc>${origin}${path}</loc></url>`),
  )

function formatXml(root: string, elements: readonly string[]): string {
  const start = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
  return ['<?xml version="1.0" encoding="UTF-8"?>', start, ...elements, `</${root}>`, ''].join('\n')
}
