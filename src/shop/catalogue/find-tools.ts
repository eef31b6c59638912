import { and, inArray, isNull, sql } from 'drizzle-orm'
import { tools } from '#db/tables/catalogue.ts'
import { partNumbers } from '#db/tables/companies.ts'
import type { Shop } from '#shop/shop.ts'
import type { Tool } from './tools.ts'

const kinds = ['part_number', 'sku', 'gtin', 'manufacturer_number'] as const
type NumberKind = (typeof kinds)[number]

/** A text that is no SKU of the tool, but another number of it. */
interface FoundBy {
  text: string
  kind: Exclude<NumberKind, 'sku'>
}

export type FoundTool = Tool & { foundBy: FoundBy[] }

/**
 * Tools by their ids, and by texts: a text is the company's part number, else a SKU, else a barcode or a manufacturer's number that
 * only one tool has.
 */
export async function findTools(
  { db }: Shop,
  companyId: string | null,
  { ids, texts }: { ids: readonly string[]; texts: readonly string[] },
): Promise<FoundTool[]> {
  if (ids.length + texts.length === 0) return []
  const { rows } = await db.execute<{ text: string; kind: NumberKind; toolId: string }>(sql`
    with wanted as (select distinct text, lower(text) as lower, fold(text) as folded,
      case when text ~ '^[0-9]{8,14}$' then ltrim(text, '0') end as digits
      from unnest(${sql.param(texts)}::text[]) as text)
    select text, 'part_number' as kind, tool_id as "toolId" from wanted join ${partNumbers} using (folded)
      join ${tools} on ${tools.id} = tool_id where company_id = ${companyId} and deleted_at is null
    union all select text, 'sku', id from wanted join ${tools} on lower(sku) = wanted.lower where deleted_at is null
    union all select text, 'gtin', id from wanted join ${tools} on ltrim(gtin, '0') = digits
      where gtin <> '' and deleted_at is null
    union all select text, 'manufacturer_number', id from wanted
      join ${tools} on lower(manufacturer_number) = wanted.lower where manufacturer_number <> '' and deleted_at is null`)
  const found = new Map<string, { kind: NumberKind; toolIds: string[] }>()
  for (const kind of kinds)
    for (const row of rows.filter(each => each.kind === kind)) {
      const present = found.get(row.text)
      if (!present) found.set(row.text, { kind, toolIds: [row.toolId] })
      else if (present.kind === kind) present.toolIds.push(row.toolId)
    }
  const byTool = new Map<string, FoundBy[]>(ids.map(id => [id, []]))
  for (const [text, { kind, toolIds }] of found) {
    const [toolId, other] = toolIds
    if (toolId === undefined || other !== undefined) continue
    const foundBy = byTool.get(toolId) ?? []
    byTool.set(toolId, kind === 'sku' ? foundBy : [...foundBy, { text, kind }])
  }
  const selected = await db
    .select()
    .from(tools)
    .where(and(inArray(tools.id, [...byTool.keys()]), isNull(tools.deletedAt)))
  return selected.map(tool => ({ ...tool, foundBy: byTool.get(tool.id) ?? [] }))
}
