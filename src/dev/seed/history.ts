import { eq, sql } from 'drizzle-orm'
import { formatAddress, type PostalAddress } from '#contract/addresses.ts'
import { priceLine } from '#contract/prices.ts'
import type { ShopSettings } from '#contract/shop-settings.ts'
import type { Db } from '#db/database.ts'
import { accounts, addresses } from '#db/tables/accounts.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { savedListLines, savedLists } from '#db/tables/carts.ts'
import { tools } from '#db/tables/catalogue.ts'
import { documentNumbers, invoices } from '#db/tables/documents.ts'
import { orderLines, orders } from '#db/tables/orders.ts'
import { composeContents } from '#shop/documents/compose-document.ts'
import { getOrderIncludingCancelled } from '#shop/orders/order-lists.ts'
import { customers } from './customers.ts'
import { demoAccounts } from './demo-accounts.ts'
import { addPaymentHistory } from './payment-history.ts'
import { addShipmentHistory } from './shipment-history.ts'
import { addStockHistory } from './stock-history.ts'

const orderCount = 60
const days = 90
const dayMs = 24 * 3_600_000

type Buyer = { id: string; name: string; address: PostalAddress }
type Tool = typeof tools.$inferSelect

/** Customers and their orders of the last ninety days, in all states. Only in a shop without orders. */
export async function seedHistory(db: Db, settings: ShopSettings, now: Date): Promise<void> {
  await db.transaction(async transaction => {
    // Several processes may start at once.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo history', 0))`)
    if ((await transaction.$count(orders)) === 0) await addHistory(transaction, settings, now)
  })
}

async function addHistory(db: Db, settings: ShopSettings, now: Date): Promise<void> {
  const buyers = await addCustomers(db)
  const [admin, own] = demoAccounts
  const [buyer] = await db.select().from(accounts).where(eq(accounts.email, own.email))
  const [first] = customers
  if (!buyer || !first) return
  const demoBuyer = { id: buyer.id, name: own.name, address: { ...first.address, name: own.name } }
  const sold = (await db.select().from(tools).orderBy(tools.sku)).filter(tool => tool.available >= tool.minimum)
  const plans = Array.from({ length: orderCount }, (_, index) => {
    const by = index % 4 === 0 ? demoBuyer : buyers[index % buyers.length]
    return planOrder(index, by ?? demoBuyer, sold, now)
  })
  await addOrders(db, plans)
  await addShipmentHistory(db)
  await addStockHistory(db, admin.email, now)
  await addInvoices(db, settings)
  await recordDeliveries(db, admin.email)
  await addPaymentHistory(db)
  await addBookAndList(db, demoBuyer, sold)
}

async function addCustomers(db: Db): Promise<Buyer[]> {
  const values = customers.map(({ email, address }) => ({
    email,
    name: address.name,
    emailVerified: true,
    createdAt: sql`now() - interval '120 days'`,
  }))
  const added = await db.insert(accounts).values(values).returning({ id: accounts.id })
  return customers.map(({ address }, index) => ({ id: added[index]?.id ?? '', name: address.name, address }))
}

type Plan = ReturnType<typeof planOrder>

function planOrder(index: number, buyer: Buyer, sold: readonly Tool[], now: Date) {
  const ageDays = ((orderCount - index) * days) / orderCount - 1.4
  const placedAt = new Date(now.getTime() - ageDays * dayMs)
  const after = (count: number) => new Date(placedAt.getTime() + count * dayMs)
  const lines = Array.from({ length: 1 + ((index * 5) % 6) }, (_, position) => {
    const tool = sold[(index * 7 + position * 5) % sold.length] as Tool
    const quantity = Math.min(tool.minimum * (1 + ((index + position) % 4)), tool.available)
    const pieces = quantity - (quantity % tool.increment)
    return { tool, position: position + 1, quantity: pieces, priceCents: priceLine(pieces, tool).unitCents }
  })
  const step = chooseStep(index, ageDays)
  const isPaid = step === 'paid' || step === 'shipped'
  const isTransfer = index % 6 === 1
  const paidAt = new Date(Math.min(after(0.2).getTime(), now.getTime()))
  const totalCents = lines.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0)
  const [first] = lines
  const poNumber = index % 3 === 0 ? `PO-${4100 + index}` : ''
  const words = lines.flatMap(({ tool }) => [tool.name, tool.sku])
  const title = lines.length > 1 ? `${first?.tool.name} and ${lines.length - 1} more` : first?.tool.name
  const order = {
    accountId: buyer.id,
    title: title ?? '',
    lineCount: lines.length,
    lineWords: [...words, poNumber].join(' ').trim(),
    totalCents,
    buyerName: buyer.name,
    phone: buyer.address.phone,
    address: formatAddress(buyer.address),
    shipTo: buyer.address,
    poNumber,
    state: step === 'cancelled' || step === 'placed' ? step : ('confirmed' as const),
    createdAt: placedAt,
    expiresAt: after(7),
    ...(isPaid && {
      paymentMethod: isTransfer ? ('transfer' as const) : ('card' as const),
      transactionId: isTransfer ? `Transfer ${7000 + index}` : `pi_demo_${index}`,
      confirmedAt: paidAt,
      paidAt,
    }),
    ...(step === 'shipped' && { fulfilment: 'shipped' as const, shippedAt: after(1.5) }),
    ...(step === 'cancelled' && { cancelledAt: after(7), cancelledBy: 'expiry' as const }),
  }
  return { order, lines }
}

function chooseStep(index: number, ageDays: number): 'placed' | 'paid' | 'shipped' | 'cancelled' {
  if (ageDays > 10 && index % 11 === 3) return 'cancelled'
  if (ageDays > 5) return 'shipped'
  return index % 2 === 0 ? 'placed' : 'paid'
}

async function addOrders(db: Db, plans: readonly Plan[]): Promise<void> {
  const added = await db
    .insert(orders)
    .values(plans.map(({ order }) => order))
    .returning({ id: orders.id })
  const rows = plans.flatMap(({ lines }, index) =>
    lines.map(({ tool, ...line }) => ({
      orderId: added[index]?.id ?? '',
      toolId: tool.id,
      sku: tool.sku,
      toolName: tool.name,
      ...line,
    })),
  )
  await db.insert(orderLines).values(rows)
}

async function addInvoices(db: Db, settings: ShopSettings): Promise<void> {
  const paid = await db
    .select({ id: orders.id, paidAt: orders.paidAt })
    .from(orders)
    .where(sql`paid_at is not null`)
    .orderBy(orders.paidAt)
  const issued = []
  for (const [index, { id, paidAt }] of paid.entries()) {
    const contents = composeContents(settings, await getOrderIncludingCancelled({ db }, undefined, id))
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
