import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PostalAddress } from '#contract/addresses.ts'
import { type Currency, getMinCharge, isChargeable, maxChargeCents } from '#contract/pricing/currencies.ts'
import { formatCents } from '#contract/pricing/money.ts'
import { isPriceOf, type Prices, priceLine } from '#contract/pricing/prices.ts'
import { checkQuantity } from '#contract/pricing/quantity.ts'
import { computeTotals, sumCents, type TaxedLine, type Totals } from '#contract/pricing/totals.ts'
import type { FieldError } from '#contract/refusal.ts'
import { type RefusalCode, refusals, refuse } from '#contract/refusals.ts'
import type { CurrentSettings } from '#contract/shop-settings.ts'
import type { Db } from '#db/database.ts'
import { cartLines } from '#db/tables/carts.ts'
import { tools } from '#db/tables/catalogue.ts'
import { outbox } from '#db/tables/mails.ts'
import { type OrderHeader, type OrderLine, orderLines, orders } from '#db/tables/orders.ts'
import { type Account, getAccount, lockAccounts, lockInOrder } from '#shop/accounts/accounts.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import { type Cart, isInCart } from '#shop/carts/carts.ts'
import { checkCompanyTerms, queueApprovalMails } from '#shop/companies/approvals.ts'
import { readPartNumbers } from '#shop/companies/part-numbers.ts'
import { addCompanyPrices } from '#shop/prices/company-prices.ts'
import type { Shop } from '#shop/shop.ts'
import { isUnpaid } from './order-state.ts'

/** `priceCents` is the unit price shown to the buyer: the list price, that of the price break, or that of their company. */
export type RequestedLine = Pick<OrderLine, 'toolId' | 'quantity' | 'priceCents'>

export interface OrderRequest {
  /** Lines have distinct tools. */
  lines: readonly (RequestedLine & { reference?: string })[]
  buyerName: string
  phone: string
  address: string
  shipTo?: PostalAddress | undefined
  billTo?: PostalAddress | undefined
  poNumber?: string
  note?: string
  fromCart: boolean
  /** A repeated request with the same key returns the first order. */
  idempotencyKey: string | undefined
}

export interface PlacedOrder {
  id: string
  number: number
}

const maxUnpaidOrders = 50
const maxLinesPerDay = 50_000

/**
 * Takes no stock: see `confirmOrder`. Refuses `account_not_found`, `idempotency_key_reused`, `order_cancelled`, `unpaid_limit`,
 * `order_lines_limit`, `total_out_of_range`, `order_minimum`, and as `priceLines` and `checkCompanyTerms` do.
 */
export const placeOrder = (shop: Shop, actor: Actor, request: OrderRequest): Promise<PlacedOrder> =>
  place(shop, actor, { buyer: actor.account, request })

/** Refuses `account_not_found`, `account_blocked`, `target_email_unverified` and as `placeOrder` does. */
export async function placeOrderForAccount(
  shop: Shop,
  admin: Actor,
  buyerId: string,
  toRequest: (buyer: Account) => OrderRequest,
): Promise<PlacedOrder> {
  const buyer = await getBuyer(shop, buyerId)
  return place(shop, admin, { buyer, request: toRequest(buyer), placedBy: admin.account })
}

async function getBuyer(shop: Pick<Shop, 'db' | 'requiresVerifiedEmail'>, id: string): Promise<Account> {
  const buyer = await getAccount(shop, id)
  if (buyer.blockedAt) refuse('account_blocked')
  if (shop.requiresVerifiedEmail && !buyer.emailVerified) refuse('target_email_unverified')
  return buyer
}

interface Placing {
  buyer: Account
  request: OrderRequest
  placedBy?: Account | undefined
}

async function place(shop: Shop, actor: Actor, { buyer, request, placedBy }: Placing): Promise<PlacedOrder> {
  const write = async (db: Db) => {
    // The account is locked first, so that a concurrent repeat finds the first order.
    await lockAccounts(db, buyer.id)
    const present = await readPresent(shop, db, { buyer, request, placedBy })
    const earlier = await findRepeatedOrder(db, buyer, request)
    if (earlier) return { order: earlier, isNew: false }
    await assertWithinLimits(db, buyer, request.lines.length)
    const found = await readTools({ ...shop, db }, present.companyId, request.lines)
    const requested = await addReferences(db, present.companyId, request.lines)
    const lines = priceLines(shop.settings.current, requested, found)
    const totals = computeTotals(lines, shop.settings.current.pricesIncludeTax)
    assertTotals(shop.settings.current, lines, totals)
    const poNumber = request.poNumber ?? ''
    const approval = await checkCompanyTerms(db, present, { totalCents: totals.grossCents, poNumber })
    const placed = await insertOrder(shop, db, { buyer: present, request, placedBy, lines, totals, approval })
    await insertLines(db, placed.id, lines)
    const cart = { accountId: actor.account.id, buyerId: buyer.id }
    if (request.fromCart) await removeFromCart(db, cart, lines)
    await db.insert(outbox).values({ kind: 'order_placed', orderId: placed.id })
    if (approval) await queueApprovalMails(db, { id: placed.id, companyId: present.companyId })
    if (placedBy) await recordPlacing(db, actor, placed.id, toTitle(lines))
    return { order: placed, isNew: true }
  }
  const lockBoth = (db: Db) => lockInOrder(db, actor.account.id, buyer.id)
  const { order, isNew } = await transactAs(shop, actor, write, placedBy && lockBoth)
  if (isNew) shop.incrementCounter('orders', { step: 'placed' })
  return order
}

/** `transactAs` has read the caller's company again, but not the amount. */
async function readPresent(shop: Shop, db: Db, { buyer, placedBy }: Placing): Promise<Account> {
  if (placedBy) return getBuyer({ ...shop, db }, buyer.id)
  return buyer.companyId === null ? buyer : getAccount({ db }, buyer.id)
}

async function findRepeatedOrder(db: Db, buyer: Account, request: OrderRequest): Promise<PlacedOrder | undefined> {
  if (request.idempotencyKey === undefined) return undefined
  const [earlier] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, buyer.id), eq(orders.idempotencyKey, request.idempotencyKey)))
  if (!earlier) return undefined
  const { id, number, requestHash, state } = earlier
  if (requestHash !== hashRequest(request)) refuse('idempotency_key_reused')
  return state === 'cancelled' ? refuse('order_cancelled') : { id, number }
}

function hashRequest({ lines, phone, address, shipTo, billTo, poNumber = '', note = '' }: OrderRequest): string {
  const contents = lines.map(line => [line.toolId, line.quantity, line.priceCents, line.reference ?? ''])
  return createHash('sha256')
    .update(JSON.stringify([contents, phone, address, shipTo ?? null, billTo ?? null, poNumber, note]))
    .digest('base64url')
}

async function assertWithinLimits(db: Db, { id }: Account, lineCount: number): Promise<void> {
  const { rows } = await db.execute<{ unpaid: number; lines: number }>(sql`
    select (select count(*)::int from ${orders} where account_id = ${id} and ${isUnpaid}) as unpaid,
      (select coalesce(sum(line_count), 0)::int from ${orders}
        where account_id = ${id} and created_at > now() - interval '1 day') as lines`)
  const [{ unpaid, lines } = { unpaid: 0, lines: 0 }] = rows
  if (unpaid >= maxUnpaidOrders) refuse('unpaid_limit')
  if (lines + lineCount > maxLinesPerDay) refuse('order_lines_limit')
}

const soldColumns = {
  id: tools.id,
  sku: tools.sku,
  name: tools.name,
  priceCents: tools.priceCents,
  priceBreaks: tools.priceBreaks,
  taxPercent: tools.taxPercent,
  minimum: tools.minimum,
  increment: tools.increment,
  available: tools.available,
  discountGroup: tools.discountGroup,
}
type SoldTool = Pick<typeof tools.$inferSelect, keyof typeof soldColumns> & { companyPrices?: Prices }

async function readTools(
  shop: Shop,
  companyId: string | null,
  lines: readonly RequestedLine[],
): Promise<ReadonlyMap<string, SoldTool>> {
  const ids = lines.map(({ toolId }) => toolId)
  const rows = await shop.db
    .select(soldColumns)
    .from(tools)
    .where(and(inArray(tools.id, ids), isNull(tools.deletedAt)))
  return new Map((await addCompanyPrices(shop, companyId, rows)).map(tool => [tool.id, tool]))
}

/** Where the buyer has named none, a line has the company's part number as its reference. */
async function addReferences(
  db: Db,
  companyId: string | null,
  lines: OrderRequest['lines'],
): Promise<OrderRequest['lines']> {
  const numbers = await readPartNumbers(
    db,
    companyId,
    lines.map(({ toolId }) => toolId),
  )
  return lines.map(line => ({ ...line, reference: line.reference || (numbers.get(line.toolId) ?? '') }))
}

/** A buyer pays the prices of their company, which are never above the public ones. */
const priceFor = (quantity: number, tool: SoldTool) => priceLine(quantity, { ...tool, ...tool.companyPrices })

interface PricedLine extends TaxedLine {
  tool: SoldTool
  quantity: number
  unitCents: number
  reference: string
}

interface LineProblem {
  code: RefusalCode
  sentence: string
  nearest?: readonly number[]
}

/** Refuses `lines_refused` for several lines, else `tool_not_found`, `price_changed` or `out_of_range`. */
function priceLines(
  settings: CurrentSettings,
  requested: OrderRequest['lines'],
  found: ReadonlyMap<string, SoldTool>,
): PricedLine[] {
  const priced: PricedLine[] = []
  const problems: (LineProblem & { index: number })[] = []
  for (const [index, line] of requested.entries()) {
    const tool = found.get(line.toolId)
    const problem = findProblem(settings.currency, line, tool)
    if (problem) problems.push({ ...problem, index })
    else if (tool) priced.push(priceOf(settings, line, tool))
  }
  const [first] = problems
  if (first) refuse(requested.length === 1 ? first.code : 'lines_refused', problems.map(toFieldError))
  return priced
}

function priceOf(
  settings: CurrentSettings,
  { quantity, reference = '' }: OrderRequest['lines'][number],
  tool: SoldTool,
): PricedLine {
  const { unitCents, totalCents } = priceFor(quantity, tool)
  return { tool, quantity, reference, unitCents, totalCents, taxPercent: tool.taxPercent ?? settings.taxPercent }
}

function findProblem(
  currency: Currency,
  { quantity, priceCents }: RequestedLine,
  tool: SoldTool | undefined,
): LineProblem | undefined {
  if (!tool) return { code: 'tool_not_found', sentence: refusals.tool_not_found[1] }
  const isShown = [tool, tool.companyPrices ?? tool].some(prices => isPriceOf(priceCents, quantity, prices))
  if (!isShown) {
    const { unitCents } = priceFor(quantity, tool)
    return { code: 'price_changed', sentence: `Each costs ${formatCents(unitCents, currency)} now.` }
  }
  const check = checkQuantity(quantity, tool)
  return check.ok ? undefined : { code: 'out_of_range', sentence: check.sentence, nearest: check.nearest }
}

const toFieldError = ({ index, code, sentence, nearest }: LineProblem & { index: number }): FieldError => ({
  field: `lines.${index}`,
  message: sentence,
  code,
  ...(nearest && { nearest }),
})

/** The minimum is compared with the sum of prices as they are shown. */
function assertTotals(
  { currency, orderMinimumCents }: CurrentSettings,
  lines: readonly PricedLine[],
  { grossCents }: Totals,
): void {
  const format = (cents: number) => formatCents(cents, currency)
  if (!isChargeable(grossCents, currency)) {
    const range = `${format(getMinCharge(currency))} and ${format(maxChargeCents)}`
    refuse('total_out_of_range', [{ field: 'lines', message: `One order must come to between ${range}.` }])
  }
  const shownCents = sumCents(lines)
  if (shownCents >= orderMinimumCents) return
  const message = `The minimum order is ${format(orderMinimumCents)}; this one comes to ${format(shownCents)}.`
  refuse('order_minimum', [{ field: 'lines', message }])
}

interface NewOrder extends Placing {
  approval: OrderHeader['approval']
  lines: readonly PricedLine[]
  totals: Totals
}

async function insertOrder(
  shop: Shop,
  db: Db,
  { buyer, request, placedBy, lines, totals, approval }: NewOrder,
): Promise<PlacedOrder> {
  const { idempotencyKey, poNumber = '' } = request
  const words = lines.flatMap(({ tool }) => [tool.name, tool.sku])
  const [placed] = await db
    .insert(orders)
    .values({
      accountId: buyer.id,
      companyId: buyer.companyId,
      approval,
      title: toTitle(lines),
      lineCount: lines.length,
      lineWords: [...words, poNumber].join(' ').trim(),
      totalCents: totals.grossCents,
      addedTaxCents: totals.grossCents - sumCents(lines),
      buyerName: request.buyerName,
      phone: request.phone,
      address: request.address,
      shipTo: request.shipTo ?? null,
      billTo: request.billTo ?? null,
      poNumber,
      note: request.note ?? '',
      idempotencyKey: idempotencyKey ?? null,
      requestHash: idempotencyKey === undefined ? null : hashRequest(request),
      expiresAt: sql`now() + ${shop.unpaidOrderHours} * interval '1 hour'`,
      placedBy: placedBy?.email ?? null,
    })
    .returning({ id: orders.id, number: orders.number })
  return placed ?? refuse('internal')
}

function toTitle([first, ...others]: readonly PricedLine[]): string {
  const name = first?.tool.name ?? ''
  return others.length === 0 ? name : `${name} and ${others.length} more`
}

async function insertLines(db: Db, orderId: string, lines: readonly PricedLine[]): Promise<void> {
  const rows = lines.map(({ tool, quantity, unitCents, reference, taxPercent }, index) => ({
    orderId,
    toolId: tool.id,
    position: index + 1,
    sku: tool.sku,
    toolName: tool.name,
    quantity,
    priceCents: unitCents,
    reference,
    taxPercent,
  }))
  await db.insert(orderLines).values(rows)
}

async function removeFromCart(db: Db, cart: Cart, lines: readonly PricedLine[]): Promise<void> {
  const isOrdered = inArray(
    cartLines.toolId,
    lines.map(({ tool }) => tool.id),
  )
  await db.delete(cartLines).where(and(isInCart(cart), isOrdered))
}

const recordPlacing = (db: Db, admin: Actor, id: string, target: string) =>
  recordAction(db, admin, 'place_order', { id, target, after: { state: 'placed' } })
