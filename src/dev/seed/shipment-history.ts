import { eq, isNotNull } from 'drizzle-orm'
import { dayMs } from '#contract/time-zones.ts'
import type { Db } from '#db/database.ts'
import { orderLines, orders, shipmentLines, shipments } from '#db/tables/orders.ts'

const carriers = [
  ['DHL', (parcel: number) => `00340434161094${String(42_000_000 + parcel * 137).slice(-6)}`],
  [
    'UPS',
    (parcel: number) =>
      `1Z84F${String(1_000_000 + parcel * 7919).padStart(9, '0')}${parcel % 10}${(parcel * 3) % 10}${(parcel * 7) % 10}`,
  ],
  ['DPD', (parcel: number) => `0${String(1_552_000_000_000 + parcel * 100_003)}`],
] as const

export async function addShipmentHistory(db: Db): Promise<void> {
  const sold = await db.select().from(orders).where(isNotNull(orders.paidAt)).orderBy(orders.createdAt)
  const lines = Map.groupBy(await db.select().from(orderLines).orderBy(orderLines.position), line => line.orderId)
  const begun = sold.find(({ shippedAt, lineCount }) => shippedAt === null && lineCount > 1)
  for (const [index, { id, createdAt, paidAt, shippedAt, lineCount }] of sold.entries()) {
    const own = lines.get(id) ?? []
    const half = own.slice(0, Math.ceil(lineCount / 2))
    const rest = own.slice(half.length)
    const begins = (paidAt ?? createdAt).getTime()
    const first = new Date(Math.min(begins + 0.8 * dayMs, (shippedAt ?? paidAt ?? createdAt).getTime()))
    const [carrier, write] = carriers[index % carriers.length] ?? carriers[0]
    const ship = async (createdAt: Date, shipped: typeof own, parcel: number) => {
      const trackingNumber = write(index * 2 + parcel)
      const [added] = await db.insert(shipments).values({ orderId: id, carrier, trackingNumber, createdAt }).returning()
      const shipmentId = added?.id ?? ''
      await db.insert(shipmentLines).values(shipped.map(({ toolId, quantity }) => ({ shipmentId, toolId, quantity })))
    }
    const isSplit = index % 4 === 0 && rest.length > 0
    if (shippedAt) {
      if (isSplit) await ship(first, half, 0)
      await ship(shippedAt, isSplit ? rest : own, 1)
    } else if (id === begun?.id) {
      await ship(first, half, 0)
      await db.update(orders).set({ fulfilment: 'partial' }).where(eq(orders.id, id))
    }
  }
}
