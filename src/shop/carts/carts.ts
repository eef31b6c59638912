import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { maxOrderLines, maxPriceCents, maxStock } from '#contract/limits.ts'
import type { Prices } from '#contract/pricing/prices.ts'
import { refuse } from '#contract/refusals.ts'
import { cartLines } from '#db/tables/carts.ts'
import { tools } from '#db/tables/catalogue.ts'
import { type Account, lockAccounts } from '#shop/accounts/accounts.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import type { Tool } from '#shop/catalogue/tools.ts'
import { readPartNumbers } from '#shop/companies/part-numbers.ts'
import type { RequestedLine } from '#shop/orders/place-order.ts'
import { addCompanyPrices, type PriceSource } from '#shop/prices/company-prices.ts'
import type { Shop } from '#shop/shop.ts'

/** What a company pays for a tool, and what it calls it. */
export type TradeTool = Tool & { companyPrices?: Prices; partNumber?: string }

/** `tool` may be deleted. */
export interface CartLine {
  quantity: number
  priceCents: number
  tool: TradeTool
}

/** An account fills its cart for a buyer: for itself, or as an admin for another, in whose name it becomes an order. */
export interface Cart {
  accountId: string
  buyerId: string
}

export const ownCart = ({ id }: Account): Cart => ({ accountId: id, buyerId: id })

export const isInCart = ({ accountId, buyerId }: Cart) =>
  and(eq(cartLines.accountId, accountId), eq(cartLines.buyerId, buyerId))

/** Omits the description, which no line shows: a cart has up to 1,000 lines. */
export const toolWithoutDescription = { ...getTableColumns(tools), description: sql<string>`''` }

/** A line with the names of its tool, which are read faster than the tool. */
export interface NamedLine {
  toolId: string
  toolName: string
  sku: string
  quantity: number
  priceCents: number
}

export const toolNames = { toolId: tools.id, toolName: tools.name, sku: tools.sku }

export function listNamedLines({ db }: Shop, cart: Cart): Promise<NamedLine[]> {
  return db
    .select({ ...toolNames, quantity: cartLines.quantity, priceCents: cartLines.priceCents })
    .from(cartLines)
    .innerJoin(tools, eq(tools.id, cartLines.toolId))
    .where(isInCart(cart))
    .orderBy(cartLines.addedAt, cartLines.toolId)
}

/** The prices are those of the buyer's company. */
export async function listCart(shop: Shop, cart: Cart, companyId: string | null): Promise<CartLine[]> {
  const lines = await shop.db
    .select({
      quantity: cartLines.quantity,
      priceCents: cartLines.priceCents,
      tool: toolWithoutDescription,
    })
    .from(cartLines)
    .innerJoin(tools, eq(tools.id, cartLines.toolId))
    .where(isInCart(cart))
    .orderBy(cartLines.addedAt, cartLines.toolId)
  return addTermsToLines(shop, companyId, lines)
}

/** The tools as a company sees them. */
export async function addTradeTerms<Sold extends Tool>(
  shop: PriceSource,
  companyId: string | null,
  tools: readonly Sold[],
): Promise<(Sold & TradeTool)[]> {
  const priced = await addCompanyPrices(shop, companyId, tools)
  const numbers = await readPartNumbers(
    shop.db,
    companyId,
    tools.map(({ id }) => id),
  )
  return priced.map(tool => {
    const partNumber = numbers.get(tool.id)
    return partNumber === undefined ? tool : { ...tool, partNumber }
  })
}

export async function addTermsToLines(
  shop: PriceSource,
  companyId: string | null,
  lines: readonly CartLine[],
): Promise<CartLine[]> {
  const priced = await addTradeTerms(
    shop,
    companyId,
    lines.map(({ tool }) => tool),
  )
  return lines.map((line, index) => ({ ...line, tool: priced[index] ?? line.tool }))
}

const newQuantities = {
  set: sql`excluded.quantity`,
  sum: sql`least(${cartLines}.quantity + excluded.quantity, ${maxStock})`,
  larger: sql`greatest(${cartLines}.quantity, excluded.quantity)`,
}

/** Returns the number of lines. Refuses `account_not_found`, `tool_not_found`, `price_changed` and `cart_full`. */
export async function putIntoCart(
  shop: Shop,
  actor: Actor,
  cart: Cart,
  line: RequestedLine,
  newQuantity: 'set' | 'sum',
): Promise<number> {
  const { toolId, quantity, priceCents } = line
  assertPrice(priceCents)
  const { rows } = await transactAs(shop, actor, async transaction => {
    await lockAccounts(transaction, cart.accountId, cart.buyerId)
    return transaction.execute(sql`
    insert into ${cartLines} (account_id, buyer_id, tool_id, quantity, price_cents)
    select ${cart.accountId}, ${cart.buyerId}, ${tools.id}, ${quantity}, ${priceCents} from ${tools}
    where ${tools.id} = ${toolId} and deleted_at is null and (
      exists (select from ${cartLines} where ${isInCart(cart)} and tool_id = ${toolId})
      or (select count(*) from ${cartLines} where ${isInCart(cart)}) < ${maxOrderLines})
    on conflict (account_id, buyer_id, tool_id) do update
      set quantity = ${newQuantities[newQuantity]}, price_cents = excluded.price_cents
    returning tool_id`)
  })
  if (rows.length > 0) return shop.db.$count(cartLines, isInCart(cart))
  const isSold = (await shop.db.$count(tools, and(eq(tools.id, toolId), isNull(tools.deletedAt)))) > 0
  refuse(isSold ? 'cart_full' : 'tool_not_found')
}

/** `leftOut` has the ids of tools that do not fit or are not sold. */
export async function mergeCart(
  shop: Pick<Shop, 'db'>,
  actor: Actor,
  cart: Cart,
  lines: readonly RequestedLine[],
  newQuantity: 'set' | 'larger' | 'sum' = 'larger',
): Promise<{ lineCount: number; leftOut: string[] }> {
  for (const { priceCents } of lines) assertPrice(priceCents)
  const distinct = [...new Map(lines.map(line => [line.toolId, line])).values()]
  const toolIds = sql.param(distinct.map(({ toolId }) => toolId))
  const quantities = sql.param(distinct.map(({ quantity }) => quantity))
  const prices = sql.param(distinct.map(({ priceCents }) => priceCents))
  const { rows } = await transactAs(shop, actor, async transaction => {
    await lockAccounts(transaction, cart.accountId, cart.buyerId)
    return transaction.execute<{ toolId: string }>(sql`
    with cart as (select tool_id from ${cartLines} where ${isInCart(cart)}),
    merged as (
      select line.*, row_number() over (partition by cart.tool_id is null order by position) as nth,
        cart.tool_id is null as is_new
      from unnest(${toolIds}::uuid[], ${quantities}::int[], ${prices}::int[])
        with ordinality as line (tool_id, quantity, price_cents, position)
      left join cart using (tool_id)
      where exists (select from ${tools} where ${tools.id} = line.tool_id and deleted_at is null))
    insert into ${cartLines} (account_id, buyer_id, tool_id, quantity, price_cents, added_at)
    select ${cart.accountId}, ${cart.buyerId}, tool_id, quantity, price_cents, now() + position * interval '1 microsecond'
    from merged where not is_new or nth <= ${maxOrderLines} - (select count(*) from cart)
    on conflict (account_id, buyer_id, tool_id) do update
      set quantity = ${newQuantities[newQuantity]}, price_cents = excluded.price_cents
    returning tool_id as "toolId"`)
  })
  const added = new Set(rows.map(({ toolId }) => toolId))
  const leftOut = distinct.map(({ toolId }) => toolId).filter(toolId => !added.has(toolId))
  return { lineCount: await shop.db.$count(cartLines, isInCart(cart)), leftOut }
}

export async function removeCartLine(shop: Shop, actor: Actor, cart: Cart, toolId: string): Promise<number> {
  await transactAs(shop, actor, db => db.delete(cartLines).where(and(isInCart(cart), eq(cartLines.toolId, toolId))))
  return shop.db.$count(cartLines, isInCart(cart))
}

export async function emptyCart(shop: Shop, actor: Actor, cart: Cart): Promise<void> {
  await transactAs(shop, actor, db => db.delete(cartLines).where(isInCart(cart)))
}

/** A higher price would not fit into the column. */
export function assertPrice(priceCents: number): void {
  if (priceCents > maxPriceCents) refuse('price_changed')
}
