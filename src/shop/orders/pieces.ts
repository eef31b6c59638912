import type { FieldError } from '#contract/refusal.ts'
import type { Db } from '#db/database.ts'
import type { OrderLine } from '#db/tables/orders.ts'
import { listRefunds, type Refund } from '#shop/refunds/refunds.ts'
import { listReturnsOfOrders, type Return } from '#shop/returns/returns.ts'
import { listShipments } from '#shop/shipments/shipments.ts'
import { listLines } from './order-lists.ts'

export interface Pieces {
  toolId: string
  quantity: number
}

interface OrderRows {
  lines: readonly Pieces[]
  shipments: readonly { lines: readonly Pieces[] }[]
  refunds: readonly Pick<Refund, 'state' | 'lines' | 'credited'>[]
  returns: readonly Pick<Return, 'state' | 'lines'>[]
}

export async function readPieces(db: Db, orderId: string) {
  const rows = {
    lines: await listLines({ db }, orderId),
    shipments: (await listShipments(db, [orderId])).get(orderId) ?? [],
    refunds: (await listRefunds(db, [orderId])).get(orderId) ?? [],
    returns: (await listReturnsOfOrders(db, [orderId])).get(orderId) ?? [],
  }
  return { ...rows, ...computePieces(rows) }
}

/** Numbers of pieces by tool, as docs/decisions/036-refunds.md draws them. */
export function computePieces({ lines, shipments, refunds, returns }: OrderRows) {
  const shipped = shipments.flatMap(each => each.lines)
  const released = refunds.flatMap(each => each.lines)
  const credited = refunds.filter(({ state }) => state !== 'closed').flatMap(each => each.credited)
  const returned = returns
    .filter(({ state }) => state !== 'refused' && state !== 'withdrawn')
    .flatMap(each => each.lines)
    .map(({ toolId, quantity, received }) => ({ toolId, quantity: received ?? quantity }))
  return {
    left: subtractPieces(lines, [...shipped, ...released]),
    returnable: subtractPieces(shipped, [...returned, ...credited]),
  }
}

export function subtractPieces(some: readonly Pieces[], gone: readonly Pieces[]): Map<string, number> {
  const left = new Map<string, number>()
  const add = (toolId: string, quantity: number) => left.set(toolId, (left.get(toolId) ?? 0) + quantity)
  for (const { toolId, quantity } of some) add(toolId, quantity)
  for (const { toolId, quantity } of gone) add(toolId, -quantity)
  return left
}

export function findMoreThanLeft(
  wanted: readonly Pieces[],
  lines: readonly OrderLine[],
  left: ReadonlyMap<string, number>,
): FieldError[] {
  return wanted.flatMap(({ toolId, quantity }, index) => {
    const pieces = left.get(toolId) ?? 0
    if (quantity <= pieces) return []
    const line = lines.find(each => each.toolId === toolId)
    const message = line ? `${pieces} of ${line.quantity} left to ship.` : 'The order has no such tool.'
    return [{ field: `lines.${index}.quantity`, message }]
  })
}

export const countPiecesOf = (lines: readonly Pieces[], toolId: string) =>
  lines.find(line => line.toolId === toolId)?.quantity ?? 0

export const countAllPieces = (lines: readonly Pick<Pieces, 'quantity'>[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

export const hasSamePieces = (some: readonly Pieces[], others: readonly Pieces[]) =>
  some.length === others.length && some.every(({ toolId, quantity }) => countPiecesOf(others, toolId) === quantity)

export const takesAllLeft = (lines: readonly Pieces[], left: ReadonlyMap<string, number>) =>
  [...left].every(([toolId, pieces]) => pieces === countPiecesOf(lines, toolId))
