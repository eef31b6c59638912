import type { CartTool } from '#contract/schemas/carts.ts'
import { readCompany } from '#web/session/access-token.ts'
import { apiClient } from '#web/session/api-client.ts'
import { type ListRow, listCandidates, type ToolsBySku, toKey } from './resolve-rows.ts'
import type { Line } from './sku-list-columns.ts'

const maxSkuLength = 40
const maxSkusPerCall = 1000
const maxSuggestionsPerCall = 20
const maxSuggested = 100
const maxNames = 10
const maxNameLength = 100

type Suggestion = Pick<CartTool, 'sku' | 'name'>

export async function lookUpTools(rows: readonly Line[]): Promise<ToolsBySku> {
  // Part numbers may have any letters and signs.
  const cells = readCompany() === '' ? [] : rows.flat().filter(cell => cell !== '' && cell.length <= maxSkuLength)
  const skus = [...new Set([...rows.flatMap(listCandidates), ...cells].map(toKey))]
  const tools: CartTool[] = []
  for (const chunk of toChunks(skus, maxSkusPerCall))
    tools.push(...(await apiClient.findTools({ body: { skus: chunk } })))
  const bySku = new Map(tools.map(tool => [toKey(tool.sku), tool]))
  // What a company calls a tool goes before the SKU of another one.
  for (const tool of tools) for (const { text } of tool.foundBy ?? []) bySku.set(toKey(text), tool)
  return bySku
}

/** Maps unknown texts to tools with similar SKUs or that name. A failed call gives no suggestions. */
export async function suggestForUnknown(rows: readonly ListRow[]): Promise<ReadonlyMap<string, readonly Suggestion[]>> {
  const unknown = rows.filter(
    row => !row.tool && row.choices.length === 0 && row.sku !== '' && row.sku.length <= maxNameLength,
  )
  const texts = [...new Set(unknown.map(({ sku }) => sku))].slice(0, maxSuggested)
  const skus = texts.filter(text => !/\s/.test(text) && text.length <= maxSkuLength)
  const suggestions = new Map<string, readonly Suggestion[]>()
  const padded = new Map(texts.filter(text => /^\d+$/.test(text)).map(text => [text, addZeros(text)]))
  const withZeros = await lookUpTools([...padded.values()]).catch(() => noTools)
  for (const q of texts.filter(isName).slice(0, maxNames)) suggestions.set(q, await findByName(q).catch(() => []))
  for (const chunk of toChunks(skus, maxSuggestionsPerCall)) {
    const found = await apiClient.suggestSkus({ body: { skus: chunk } }).catch(() => [])
    for (const { sku, tools } of found) if (tools.length > 0) suggestions.set(sku, tools)
  }
  for (const [text, skus] of padded) {
    const tools = skus.flatMap(sku => withZeros.get(toKey(sku)) ?? [])
    if (tools.length > 0) suggestions.set(text, tools)
  }
  return suggestions
}

/** A single word without a match may be a mistyped SKU, which similar words would not help. */
async function findByName(q: string): Promise<readonly Suggestion[]> {
  const tools = await apiClient.listTools({ query: { q, limit: 3 } })
  if (tools.length === 0 || /\s/.test(q)) return tools
  return (await apiClient.countTools({ query: { q } })).similar ? [] : tools
}

const noTools: ToolsBySku = new Map()

/** Spreadsheets drop leading zeros of SKUs. */
const addZeros = (digits: string) => ['0', '00', '000', '0000', '00000', '000000'].map(zeros => zeros + digits)

/** SKUs have no spaces, and few consist only of letters. */
const isName = (text: string) => /\p{L}.*\s|^\p{L}{3,}$/u.test(text)

const toChunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
