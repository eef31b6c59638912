import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { shipmentLines, shipments } from '#db/tables/orders.ts'

export interface Shipment {
  id: string
  createdAt: Date
  carrier: string
  trackingNumber: string
  lines: { toolId: string; quantity: number }[]
}

export async function listShipments(db: Db, orderIds: readonly string[]): Promise<Map<string, Shipment[]>> {
  const rows = await db
    .select({ ...shipmentColumns, toolId: shipmentLines.toolId, quantity: shipmentLines.quantity })
    .from(shipments)
    .innerJoin(shipmentLines, eq(shipmentLines.shipmentId, shipments.id))
    .where(inArray(shipments.orderId, [...orderIds]))
    .orderBy(shipments.createdAt, shipments.id)
  const byShipment = Map.groupBy(rows, ({ id }) => id)
  const all = [...byShipment.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, lines: [first, ...others].map(({ toolId, quantity }) => ({ toolId, quantity })) }] : [],
  )
  return Map.groupBy(all, ({ orderId }) => orderId)
}

const shipmentColumns = {
  id: shipments.id,
  orderId: shipments.orderId,
  createdAt: shipments.createdAt,
  carrier: shipments.carrier,
  trackingNumber: shipments.trackingNumber,
}

export async function findShipment(db: Db, id: string) {
  const [shipment] = await db.select().from(shipments).where(eq(shipments.id, id))
  if (!shipment) return undefined
  const lines = await db.select().from(shipmentLines).where(eq(shipmentLines.shipmentId, id))
  return { ...shipment, lines }
}
