import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { computeCompanyPrices, findDecidingRow, type ListRow } from '#contract/pricing/company-prices.ts'
import type { Prices } from '#contract/pricing/prices.ts'
import type { Db } from '#db/database.ts'
import { companies, listRows, priceLists } from '#db/tables/companies.ts'
import type { Shop } from '#shop/shop.ts'

export interface PricedTool extends Prices {
  id: string
  discountGroup: string
}

export interface DecidingRow extends ListRow {
  listName: string
}

export type PriceSource = Pick<Shop, 'db' | 'settings'>

/** The tools with the prices of the company beside their own, where it pays less than these at some quantity. */
export async function addCompanyPrices<Tool extends PricedTool>(
  source: PriceSource,
  companyId: string | null,
  tools: readonly Tool[],
): Promise<(Tool & { companyPrices?: Prices })[]> {
  const rows = await findDecidingRows(source, companyId, tools)
  return tools.map(tool => {
    const row = rows.get(tool.id)
    const companyPrices = row && computeCompanyPrices(tool, row)
    return companyPrices && isLower(companyPrices, tool) ? { ...tool, companyPrices } : tool
  })
}

/** Steps of the company's prices are those of the public ones unless one is lower. */
export const isLower = (own: Prices, listed: Prices) =>
  own.priceCents < listed.priceCents || !isDeepStrictEqual(own.priceBreaks, listed.priceBreaks)

export async function findDecidingRows(
  { db, settings }: PriceSource,
  companyId: string | null,
  tools: readonly PricedTool[],
): Promise<ReadonlyMap<string, DecidingRow>> {
  if (companyId === null || tools.length === 0) return new Map()
  const rows = await readRows(db, companyId, settings.current.timeZone, tools)
  const [byTool, byGroup, ofAll] = [new Map<string, Row[]>(), new Map<string, Row[]>(), [] as Row[]]
  const add = (rowsBy: Map<string, Row[]>, key: string, row: Row) => {
    const others = rowsBy.get(key)
    if (others) others.push(row)
    else rowsBy.set(key, [row])
  }
  for (const row of rows)
    if (row.toolId !== null) add(byTool, row.toolId, row)
    else if (row.discountGroup !== null) add(byGroup, row.discountGroup, row)
    else ofAll.push(row)
  const deciding = tools.flatMap(({ id, discountGroup }) => {
    const row = findDecidingRow([...(byTool.get(id) ?? []), ...(byGroup.get(discountGroup) ?? []), ...ofAll])
    return row ? [[id, row] as const] : []
  })
  return new Map(deciding)
}

interface Row extends DecidingRow {
  toolId: string | null
  discountGroup: string | null
}

/** The rows in force of a company's contract and list, for some tools. */
async function readRows(db: Db, companyId: string, timeZone: string, tools: readonly PricedTool[]): Promise<Row[]> {
  const ids = sql.param(tools.map(({ id }) => id))
  const groups = sql.param([...new Set(tools.map(({ discountGroup }) => discountGroup))])
  const select = sql`
    select lists.name as "listName", lists.company_id is not null as "isContract", tool_id as "toolId",
      discount_group as "discountGroup", valid_from::text as "validFrom", price_cents as "priceCents",
      price_breaks as "priceBreaks", percent_off::float as "percentOff",
      case when tool_id is not null then 'tool' when discount_group is not null then 'group' else 'all' end as target
    from lists join ${listRows} as row on row.list_id = lists.id and valid_from <= (now() at time zone ${timeZone})::date`
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    with lists as (
      select id, name, company_id from ${priceLists} where company_id = ${companyId}
      union all
      select list.id, list.name, list.company_id from ${companies} join ${priceLists} as list on list.id = price_list_id
        where ${companies.id} = ${companyId})
    ${select} where tool_id = any(${ids}::uuid[])
    union all
    ${select} where tool_id is null and (discount_group is null or discount_group = any(${groups}::text[]))`)
  return rows
}
