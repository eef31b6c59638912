import { sql } from 'drizzle-orm'
import { tools } from '#db/tables/catalogue.ts'
import { readPages } from '#shop/pagination.ts'
import type { Shop } from '#shop/shop.ts'

export interface StockDifference {
  id: string
  sku: string
  available: number
  expected: number
}

const batchSize = 500

export async function findStockDifferences(shop: Pick<Shop, 'db'>): Promise<StockDifference[]> {
  const found: StockDifference[] = []
  const checked = readPages<StockDifference>(async last => {
    const { rows } = await shop.db.execute<Record<keyof StockDifference, string>>(sql`
      with batch as (
        select id, sku, available from ${tools} ${last ? sql`where id > ${last.id}` : sql``} order by id limit ${batchSize}
      )
      select batch.*, coalesce(expected, 0) as expected from batch left join (
        select tool_id, sum(delta) as expected from stock_movements
        where tool_id between (select id from batch order by id limit 1) and (select id from batch order by id desc limit 1)
        group by tool_id
      ) as summed on tool_id = id
      order by id`)
    return rows.map(row => ({ ...row, available: Number(row.available), expected: Number(row.expected) }))
  })
  for await (const tool of checked) if (tool.available !== tool.expected) found.push(tool)
  return found
}
