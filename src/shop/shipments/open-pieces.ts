import type { FieldError } from '#contract/refusal.ts'
import type { Db } from '#db/database.ts'
import type { OrderLine } from '#db/tables/orders.ts'
import { listLines } from '#shop/orders/order-lists.ts'
import { listRefunds } from '#shop/refunds/refunds.ts'
import { listShipments } from './shipments.ts'

export interface Pieces {
  toolId: string
  quantity: number
}

/** `left` has the pieces by tool that are neither shipped nor refunded. */
export async function readOpenPieces(db: Db, orderId: string) {
  const lines = await listLines({ db }, orderId)
  const shipments = (await listShipments(db, [orderId])).get(orderId) ?? []
  const refunds = (await listRefunds(db, [orderId])).get(orderId) ?? []
  return { lines, shipments, refunds, left: computeLeft(lines, [...shipments, ...refunds]) }
}

export function computeLeft(
  lines: readonly Pieces[],
  gone: readonly { lines: readonly Pieces[] }[],
): Map<string, number> {
  const left = new Map(lines.map(({ toolId, quantity }) => [toolId, quantity]))
  for (const { toolId, quantity } of gone.flatMap(each => each.lines))
    left.set(toolId, (left.get(toolId) ?? 0) - quantity)
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
