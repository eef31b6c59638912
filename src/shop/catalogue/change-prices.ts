import { isDeepStrictEqual } from 'node:util'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Prices } from '#contract/pricing/prices.ts'
import { createRefusal } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { tools } from '#db/tables/catalogue.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import type { ActionResult } from '#shop/bulk-actions.ts'
import type { Shop } from '#shop/shop.ts'
import { publishCatalogue } from './publish-catalogue.ts'
import { describeTool, lockTools } from './tool-parts.ts'
import { findSellingErrors } from './tool-rules.ts'
import type { Tool } from './tools.ts'

interface PriceChange {
  id: string
  prices: Prices
  shown: Prices
}

/** Each tool is changed, or refused with `tool_not_found`, `changed_meanwhile` or `invalid_input`. */
export async function changePrices(shop: Shop, admin: Actor, changes: readonly PriceChange[]): Promise<ActionResult[]> {
  const results = await transactAs(shop, admin, async transaction => {
    const ids = changes.map(({ id }) => id)
    await lockTools(transaction, inArray(tools.id, ids))
    const found = await transaction
      .select()
      .from(tools)
      .where(sql`${inArray(tools.id, ids)} and deleted_at is null`)
    const toolById = new Map(found.map(tool => [tool.id, tool]))
    const settled: ActionResult[] = []
    for (const change of changes)
      settled.push(await changePricesOf(transaction, admin, toolById.get(change.id), change))
    return settled
  })
  if (results.some(({ outcome }) => outcome === 'done')) await publishCatalogue(shop)
  return results
}

async function changePricesOf(
  db: Db,
  admin: Actor,
  tool: Tool | undefined,
  { id, prices, shown }: PriceChange,
): Promise<ActionResult> {
  if (!tool) return { id, outcome: 'refused', refusal: createRefusal('tool_not_found') }
  const present = { priceCents: tool.priceCents, priceBreaks: tool.priceBreaks }
  if (isDeepStrictEqual(present, prices)) return { id, outcome: 'nothing_to_do' }
  if (!isDeepStrictEqual(present, shown)) return { id, outcome: 'refused', refusal: createRefusal('changed_meanwhile') }
  const errors = findSellingErrors({ ...tool, ...prices })
  if (errors.length > 0) return { id, outcome: 'refused', refusal: createRefusal('invalid_input', errors) }
  const [before] = await db.select({ snapshot: describeTool }).from(tools).where(eq(tools.id, id))
  await db
    .update(tools)
    .set({ priceCents: prices.priceCents, priceBreaks: [...prices.priceBreaks] })
    .where(eq(tools.id, id))
  await db.execute(sql`
    with changed as (
      select id, name as target, ${JSON.stringify(before?.snapshot)}::jsonb as before, ${describeTool} as after
      from ${tools} where id = ${id}
    ), ${buildAuditEntry(sql`changed`, admin, 'update_tool')}
    select 1`)
  return { id, outcome: 'done' }
}
