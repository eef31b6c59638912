import { eq, inArray, sql } from 'drizzle-orm'
import { formatAddress, type PostalAddress } from '#contract/addresses.ts'
import { priceLine } from '#contract/pricing/prices.ts'
import { computeTotals, sumCents } from '#contract/pricing/totals.ts'
import type { CurrentSettings } from '#contract/shop-settings.ts'
import { dayMs } from '#contract/time-zones.ts'
import type { Db } from '#db/database.ts'
import { accounts, addresses } from '#db/tables/accounts.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { savedListLines, savedLists } from '#db/tables/carts.ts'
import { tools } from '#db/tables/catalogue.ts'
import { documentNumbers, invoices } from '#db/tables/documents.ts'
import { orderLines, orders } from '#db/tables/orders.ts'
import { composeContents } from '#shop/documents/compose-document.ts'
import { getOrderIncludingCancelled } from '#shop/orders/order-lists.ts'
import { shopScope } from '#shop/orders/scope.ts'
import { addReturnsDisputeAndNotes } from './aftermath.ts'
import { addCompanies, waitingBuyer } from './companies.ts'
import { customers } from './customers.ts'
import { demoAccounts } from './demo-accounts.ts'
import { addPaymentHistory } from './payment-history.ts'
import { addShipmentHistory } from './shipment-history.ts'
import { addStockHistory } from './stock-history.ts'

const days = 90
const hourMs = 3_600_000
/** Sunday to Saturday, before growth and random variation. */
const ordersByWeekday = [0, 1.4, 1.8, 1.5, 1.9, 1.6, 0.3] as const

type Buyer = { id: string; name: string; address: PostalAddress; since: Date }
type Tool = typeof tools.$inferSelect

export async function seedHistory(db: Db, settings: CurrentSettings, now: Date): Promise<void> {
  await db.transaction(async transaction => {
    // Several processes may start at once.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo history', 0))`)
    if ((await transaction.$count(orders)) === 0) await addHistory(transaction, settings, now)
  })
}

async function addHistory(db: Db, settings: CurrentSettings, now: Date): Promise<void> {
  const buyers = await addCustomers(db, now)
  const [admin, own] = demoAccounts
  const [buyer] = await db.select().from(accounts).where(eq(accounts.email, own.email))
  const [first] = customers
  if (!buyer || !first) return
  const since = new Date(now.getTime() - 400 * dayMs)
  await db
    .update(accounts)
    .set({ createdAt: since })
    .where(inArray(accounts.email, [admin.email, own.email]))
  const demoBuyer = { id: buyer.id, name: own.name, address: { ...first.address, name: own.name }, since }
  const sold = (await db.select().from(tools).orderBy(tools.sku)).filter(tool => tool.available >= tool.minimum)
  const times = listTimes(now)
  const plans = times.map((placedAt, index) => {
    const known = buyers.filter(each => each.since < placedAt)
    const by = index % 4 === 0 ? demoBuyer : known[(index * 7) % known.length]
    return planOrder(index, by ?? demoBuyer, sold, { placedAt, now, settings })
  })
  await addOrders(db, plans)
  await addCompanies(db, now)
  await addWaitingOrder(db, sold, { now, settings })
  await addShipmentHistory(db)
  await addStockHistory(db, admin.email, now)
  await addInvoices(db, settings)
  await recordDeliveries(db, admin.email)
  await addPaymentHistory(db, settings, now)
  await addReturnsDisputeAndNotes(db, admin.email, now)
  await addBookAndList(db, demoBuyer, sold)
}

async function addCustomers(db: Db, now: Date): Promise<Buyer[]> {
  const ages = customers.map((_, index) =>
    index < customers.length - 2 ? 330 - 21 * index : 9 * (customers.length - index),
  )
  const since = ages.map(age => new Date(now.getTime() - age * dayMs))
  const values = customers.map(({ email, address }, index) => ({
    email,
    name: address.name,
    emailVerified: true,
    createdAt: since[index] ?? now,
  }))
  const added = await db.insert(accounts).values(values).returning({ id: accounts.id })
  return customers.map(({ address }, index) => ({
    id: added[index]?.id ?? '',
    name: address.name,
    address,
    since: since[index] ?? now,
  }))
}

function scatter(...numbers: readonly number[]): number {
  let hash = 2_166_136_261
  for (const number of numbers) {
    hash = Math.imul(hash ^ number, 1_540_483_477)
    hash = Math.imul(hash ^ (hash >>> 13), 1_540_483_477)
    hash ^= hash >>> 15
  }
  return (hash >>> 0) / 2 ** 32
}

/** Times are in working hours, and denser lately; oldest first. */
function listTimes(now: Date): Date[] {
  const today = Math.floor(now.getTime() / dayMs)
  const times: Date[] = []
  for (let day = today - days; day <= today; day++) {
    const growth = 0.6 + (0.8 * (day - today + days)) / days
    const expected = (ordersByWeekday[new Date(day * dayMs).getUTCDay()] ?? 0) * growth
    const count = Math.min(6, Math.floor(expected * 2 * scatter(day, 1) + scatter(day, 2)))
    for (let index = 0; index < count; index++)
      times.push(new Date(day * dayMs + (7.5 + 10 * scatter(day, index, 3)) * hourMs))
  }
  return times
    .filter(time => time.getTime() < now.getTime() - hourMs)
    .toSorted((one, other) => one.getTime() - other.getTime())
}

/** `hour` is in UTC. */
function findWorkingTime(from: Date, workingDays: number, hour: number): Date {
  let day = Math.floor(from.getTime() / dayMs)
  for (let left = workingDays; left > 0; left--) {
    do day += 1
    while ([0, 6].includes(new Date(day * dayMs).getUTCDay()))
  }
  return new Date(day * dayMs + hour * hourMs)
}

type Plan = ReturnType<typeof planOrder>
type PlannedOrder = Omit<Plan, 'order'> & {
  order: Plan['order'] & Pick<typeof orders.$inferInsert, 'companyId' | 'approval'>
}

function planOrder(
  index: number,
  buyer: Buyer,
  sold: readonly Tool[],
  { placedAt, now, settings }: { placedAt: Date; now: Date; settings: CurrentSettings },
) {
  const ageDays = (now.getTime() - placedAt.getTime()) / dayMs
  const expiresAt = new Date(placedAt.getTime() + 7 * dayMs)
  const lines = Array.from({ length: 1 + Math.floor(6 * scatter(index, 4)) }, (_, position) => {
    const tool = sold[(index * 7 + position * 5) % sold.length] as Tool
    const quantity = Math.min(tool.minimum * (1 + ((index + position) % 4)), tool.available)
    const pieces = quantity - (quantity % tool.increment)
    const { unitCents: priceCents, totalCents } = priceLine(pieces, tool)
    const taxPercent = tool.taxPercent ?? settings.taxPercent
    return { tool, position: position + 1, quantity: pieces, priceCents, totalCents, taxPercent }
  })
  const isTransfer = index % 6 === 1
  const paidAt = isTransfer
    ? findWorkingTime(placedAt, 1, 9.4)
    : new Date(placedAt.getTime() + (0.05 + 3 * scatter(index, 5)) * hourMs)
  const shippedAt = findWorkingTime(paidAt, 1 + (index % 2), 14 + 2 * scatter(index, 6))
  const step = chooseStep(index, ageDays, { isPaid: paidAt < now, isShipped: shippedAt < now })
  const isPaid = step === 'paid' || step === 'shipped'
  const { grossCents } = computeTotals(lines, settings.pricesIncludeTax)
  const [first] = lines
  const poNumber = index % 3 === 0 ? writePoNumber(index, buyer, placedAt) : ''
  const words = lines.flatMap(({ tool }) => [tool.name, tool.sku])
  const title = lines.length > 1 ? `${first?.tool.name} and ${lines.length - 1} more` : first?.tool.name
  const order = {
    accountId: buyer.id,
    title: title ?? '',
    lineCount: lines.length,
    lineWords: [...words, poNumber].join(' ').trim(),
    totalCents: grossCents,
    addedTaxCents: grossCents - sumCents(lines),
    buyerName: buyer.name,
    phone: buyer.address.phone,
    address: formatAddress(buyer.address),
    shipTo: buyer.address,
    poNumber,
    state: step === 'cancelled' || step === 'placed' ? step : ('confirmed' as const),
    createdAt: placedAt,
    expiresAt,
    ...(isPaid && {
      paymentMethod: isTransfer ? ('transfer' as const) : ('card' as const),
      transactionId: isTransfer ? `RE ${2600 + index} ${buyer.address.company}` : writePaymentId(index),
      confirmedAt: paidAt,
      paidAt,
    }),
    ...(step === 'shipped' && { fulfilment: 'shipped' as const, shippedAt }),
    ...(step === 'cancelled' && { cancelledAt: expiresAt, cancelledBy: 'expiry' as const }),
  }
  return { order, lines }
}

function writePoNumber(index: number, { address: { company } }: Buyer, placedAt: Date): string {
  const year = placedAt.getUTCFullYear()
  const initials = company.replace(/[^A-Z]/g, '').slice(0, 2)
  const forms = [
    `PO-${year}-${String(400 + index).padStart(4, '0')}`,
    `45000${17_300 + index}`,
    `${initials}/${year % 100}/${100 + index}`,
  ]
  return forms[company.length % forms.length] ?? ''
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789'

/** Stripe's ids have this length. */
const writePaymentId = (index: number) =>
  `pi_3R${Array.from({ length: 22 }, (_, at) => letters[Math.floor(letters.length * scatter(index, at, 7))]).join('')}`

function chooseStep(
  index: number,
  ageDays: number,
  { isPaid, isShipped }: { isPaid: boolean; isShipped: boolean },
): 'placed' | 'paid' | 'shipped' | 'cancelled' {
  if (ageDays > 8 && index % 17 === 3) return 'cancelled'
  if (ageDays < 6 && index % 4 === 0) return 'placed'
  if (isShipped) return ageDays < 4 && index % 3 === 1 ? 'paid' : 'shipped'
  return isPaid ? 'paid' : 'placed'
}

async function addOrders(db: Db, plans: readonly PlannedOrder[]): Promise<void> {
  const added = await db
    .insert(orders)
    .values(plans.map(({ order }) => order))
    .returning({ id: orders.id })
  const rows = plans.flatMap(({ lines }, index) =>
    lines.map(({ tool, totalCents: _, ...line }) => ({
      orderId: added[index]?.id ?? '',
      toolId: tool.id,
      sku: tool.sku,
      toolName: tool.name,
      ...line,
    })),
  )
  await db.insert(orderLines).values(rows)
}

async function addWaitingOrder(
  db: Db,
  sold: readonly Tool[],
  { now, settings }: { now: Date; settings: CurrentSettings },
): Promise<void> {
  const [account] = await db.select().from(accounts).where(eq(accounts.email, waitingBuyer.email))
  const [first] = customers
  if (!account?.amountCents || !first) return
  const { id, name, amountCents, companyId, createdAt: since } = account
  const buyer = { id, name, address: { ...first.address, name }, since }
  const placedAt = new Date(now.getTime() - 2 * hourMs)
  for (let index = 4; index < 400; index += 4) {
    const { order, lines } = planOrder(index, buyer, sold, { placedAt, now, settings })
    if (order.totalCents <= amountCents) continue
    return addOrders(db, [{ order: { ...order, companyId, approval: 'waiting' }, lines }])
  }
}

async function addInvoices(db: Db, settings: CurrentSettings): Promise<void> {
  const paid = await db
    .select({ id: orders.id, paidAt: orders.paidAt })
    .from(orders)
    .where(sql`paid_at is not null`)
    .orderBy(orders.paidAt)
  const issued = []
  for (const [index, { id, paidAt }] of paid.entries()) {
    const contents = composeContents(settings, await getOrderIncludingCancelled({ db }, shopScope, id))
    issued.push({ number: index + 1, orderId: id, issuedAt: paidAt ?? new Date(), contents })
  }
  await db.insert(invoices).values(issued)
  await db.update(documentNumbers).set({ lastNumber: issued.length }).where(eq(documentNumbers.series, 'invoice'))
}

async function recordDeliveries(db: Db, adminEmail: string): Promise<void> {
  await db.execute(sql`
    insert into ${adminActions} (actor_id, actor_email, action, target_kind, target_id, target, before, after, created_at)
    select admin.id, admin.email, 'deliver', 'order', ${orders}.id, title, '{"state": "paid"}', '{"state": "shipped"}', shipped_at
    from ${orders}, ${accounts} admin where shipped_at is not null and admin.email = ${adminEmail} order by shipped_at`)
}

async function addBookAndList(db: Db, { id: accountId, address }: Buyer, sold: readonly Tool[]): Promise<void> {
  const yard = { ...address, street: '4 Canal Yard', city: 'Hull', postalCode: 'HU1 2AB' }
  await db.insert(addresses).values([
    { accountId, ...yard, usedAt: sql`now() - interval '1 day'` },
    { accountId, ...address },
  ])
  const [list] = await db.insert(savedLists).values({ accountId, name: 'Monthly restock' }).returning()
  const lines = sold.slice(0, 8).map((tool, position) => ({
    listId: list?.id ?? '',
    toolId: tool.id,
    position,
    quantity: tool.minimum,
    priceCents: tool.priceCents,
  }))
  await db.insert(savedListLines).values(lines)
}
