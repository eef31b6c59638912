import { eq, sql } from 'drizzle-orm'
import { formatPieceCount } from '#contract/pricing/quantity.ts'
import { refuse, refuseInstead } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { type OrderRow, orders, shipmentLines, shipments } from '#db/tables/orders.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import { buildMailInsert } from '#shop/mails/mails.ts'
import { mergeChange, type Shown } from '#shop/merge-change.ts'
import { getOrder } from '#shop/orders/order-lists.ts'
import { assertOrderStep, lockOrder } from '#shop/orders/order-state.ts'
import { countAllPieces, findMoreThanLeft, hasSamePieces, readPieces, takesAllLeft } from '#shop/orders/pieces.ts'
import { type Scope, shopScope } from '#shop/orders/scope.ts'
import { assertNotDisputed, sumRefunded } from '#shop/refunds/refunds.ts'
import { assertActsShown, type RecordedAct } from '#shop/repeated-acts.ts'
import type { Shop } from '#shop/shop.ts'
import { findShipment, type Shipment } from './shipments.ts'

export type Tracking = Pick<Shipment, 'carrier' | 'trackingNumber'>

interface NewShipment extends Tracking {
  id: string
  lines: Shipment['lines']
  shownShipments?: number | undefined
}

/**
 * Returns false if shipped. Refuses `order_not_found`, `order_not_paid`, `order_refunded`, `total_refunded`, `order_disputed`.
 */
export function markShipped(
  shop: Shop,
  admin: Actor,
  orderId: string,
  { carrier, trackingNumber }: Tracking = { carrier: '', trackingNumber: '' },
): Promise<boolean> {
  return transactAs(shop, admin, async transaction => {
    const order = await lockOrder(transaction, shopScope, orderId)
    if (order.fulfilment === 'shipped') return false
    const { lines, left } = await readShippable(transaction, order)
    const rest = lines
      .map(({ toolId }) => ({ toolId, quantity: left.get(toolId) ?? 0 }))
      .filter(({ quantity }) => quantity > 0)
    const shipment = { id: crypto.randomUUID(), carrier, trackingNumber, lines: rest }
    await writeShipment(shop, transaction, admin, order, shipment, true)
    return true
  })
}

/** Refuses as `markShipped` does, and `order_shipped`, `change_reused`, `done_meanwhile` and `invalid_input`. */
export async function shipOrder(shop: Shop, admin: Actor, orderId: string, shipment: NewShipment): Promise<void> {
  await transactAs(shop, admin, async transaction => {
    const order = await lockOrder(transaction, shopScope, orderId)
    const present = await findShipment(transaction, shipment.id)
    if (present) {
      // Carrier and tracking number may have been changed since.
      const isSame = present.orderId === orderId && hasSamePieces(present.lines, shipment.lines)
      return isSame ? undefined : refuse('change_reused')
    }
    const open = await readShippable(transaction, order)
    const { lines, left } = open
    const recorded = open.shipments.map(describeShipment)
    await assertActsShown(shop, transaction, { targetId: orderId, recorded, shown: shipment.shownShipments })
    const excess = findMoreThanLeft(shipment.lines, lines, left)
    if (excess.length > 0) refuse('invalid_input', excess)
    await writeShipment(shop, transaction, admin, order, shipment, takesAllLeft(shipment.lines, left))
  })
}

const describeShipment = ({ createdAt, lines }: Shipment): RecordedAct => ({
  time: createdAt,
  what: `${formatPieceCount(countAllPieces(lines))} shipped`,
})

async function readShippable(db: Db, order: OrderRow) {
  assertOrderStep('ship', order)
  await assertNotDisputed(db, order.id)
  const open = await readPieces(db, order.id)
  return sumRefunded(open.refunds) < order.totalCents ? open : refuse('total_refunded')
}

async function writeShipment(
  shop: Shop,
  db: Db,
  admin: Actor,
  { id: orderId, title }: OrderRow,
  { id, lines, carrier, trackingNumber }: NewShipment,
  isLast: boolean,
): Promise<void> {
  await db.insert(shipments).values({ id, orderId, carrier, trackingNumber })
  await db.insert(shipmentLines).values(lines.map(({ toolId, quantity }) => ({ shipmentId: id, toolId, quantity })))
  const after = isLast ? { state: 'shipped' } : { shippedPieces: countAllPieces(lines) }
  await db.execute(sql`
    with shipped as (
      update ${orders} set ${isLast ? sql`fulfilment = 'shipped', shipped_at = now()` : sql`fulfilment = 'partial'`}
      where id = ${orderId}
      returning id, ${title}::text as target, ${JSON.stringify(isLast ? { state: 'paid' } : {})}::jsonb as before,
        ${JSON.stringify(after)}::jsonb as after
    ), ${buildMailInsert(sql`shipped`, 'order_shipped', { shipmentId: id })}, ${buildAuditEntry(sql`shipped`, admin, isLast ? 'deliver' : 'ship')}
    select 1`)
  if (isLast) shop.incrementCounter('orders', { step: 'shipped' })
}

/** Mails a new number to the buyer. Refuses `not_found` and `edit_conflict`. */
export async function updateTracking(
  shop: Shop,
  admin: Actor,
  id: string,
  change: Tracking,
  shown?: Shown<Tracking>,
): Promise<void> {
  await transactAs(shop, admin, async transaction => {
    const [present] = await transaction.select().from(shipments).where(eq(shipments.id, id)).for('update')
    if (!present) refuse('not_found')
    await writeTracking(transaction, admin, id, mergeChange(change, present, shown))
  })
}

async function writeTracking(db: Db, admin: Actor, id: string, tracking: Tracking): Promise<void> {
  await db.execute(sql`
    with present as (
      select * from ${shipments} where id = ${id}
    ), changed_shipment as (
      update ${shipments} set carrier = ${tracking.carrier}, tracking_number = ${tracking.trackingNumber}
      from present where ${shipments}.id = present.id
      returning ${shipments}.order_id, present.carrier, present.tracking_number
    ), changed as (
      select ${orders}.id, title as target, carrier, tracking_number,
        jsonb_build_object('carrier', carrier, 'trackingNumber', tracking_number) as before,
        ${JSON.stringify(tracking)}::jsonb as after
      from changed_shipment join ${orders} on ${orders}.id = order_id
    ), tracked as (
      select id from changed where ${tracking.trackingNumber} not in ('', tracking_number)
    ), ${buildMailInsert(sql`tracked`, 'order_tracked', { shipmentId: id })}, ${buildAuditEntry(sql`changed`, admin, 'change_tracking')}
    select 1 from changed`)
}

/** Refuses `not_found`. */
export async function getShipment(shop: Shop, scope: Scope, id: string) {
  const shipment = (await findShipment(shop.db, id)) ?? refuse('not_found')
  await getOrder(shop, scope, shipment.orderId).catch(refuseInstead('order_not_found', 'not_found'))
  return shipment
}
