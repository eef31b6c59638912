import { and, isNull, sql } from 'drizzle-orm'
import { computeCompanyPrices } from '#contract/pricing/company-prices.ts'
import type { Prices } from '#contract/pricing/prices.ts'
import { refuse } from '#contract/refusals.ts'
import { tools } from '#db/tables/catalogue.ts'
import { getCompany } from '#shop/companies/companies.ts'
import type { Shop } from '#shop/shop.ts'
import { addCompanyPrices, type DecidingRow, findDecidingRows, isLower } from './company-prices.ts'
import { findTool } from './list-rows.ts'

export interface ExplainedPrice {
  tool: Pick<typeof tools.$inferSelect, 'id' | 'sku' | 'name'>
  list: Prices
  own: Prices
  /** Undefined if no row is in force for the tool. */
  because: DecidingRow | undefined
  /** Whether the company pays less than everybody at some quantity. */
  isLower: boolean
}

/** Refuses `company_not_found` and `tool_not_found`. */
export async function explainPrice(shop: Shop, companyId: string, sku: string): Promise<ExplainedPrice> {
  await getCompany(shop, companyId)
  const tool = (await findTool(shop.db, sku)) ?? refuse('tool_not_found')
  const because = (await findDecidingRows(shop, companyId, [tool])).get(tool.id)
  const { priceCents, priceBreaks } = tool
  const list = { priceCents, priceBreaks }
  const own = because ? computeCompanyPrices(list, because) : list
  return { tool, list, own, because, isLower: isLower(own, list) }
}

/** Tools have the prices of the company beside the public ones, where it pays less at some quantity. */
export async function readPricesOf(shop: Shop, companyId: string | null, ids: readonly string[]) {
  const found = await shop.db
    .select({
      id: tools.id,
      priceCents: tools.priceCents,
      priceBreaks: tools.priceBreaks,
      discountGroup: tools.discountGroup,
    })
    .from(tools)
    .where(and(sql`${tools.id} = any(${sql.param(ids)}::uuid[])`, isNull(tools.deletedAt)))
  return addCompanyPrices(shop, companyId, found)
}
