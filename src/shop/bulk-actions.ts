import { Refusal } from '#contract/refusal.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { isLostRight } from '#shop/accounts/transact-as.ts'
import { markShipped, type Tracking } from '#shop/shipments/ship-orders.ts'
import type { Shop } from '#shop/shop.ts'
import { cancelAnyOrder } from './orders/cancel-orders.ts'

export type ActionResult =
  | { id: string; outcome: 'done' | 'nothing_to_do' }
  | { id: string; outcome: 'refused'; refusal: Refusal }

/** Runs one order at a time. After an outage of a service, the rest is refused without waiting for it again. */
export async function actOnOrders(
  shop: Shop,
  admin: Actor,
  action: 'deliver' | 'cancel',
  ids: readonly string[],
  tracking: Readonly<Record<string, Tracking>> = {},
): Promise<ActionResult[]> {
  const act = (id: string) =>
    action === 'deliver' ? markShipped(shop, admin, id, tracking[id]) : cancelAnyOrder(shop, admin, id)
  const results: ActionResult[] = []
  let outage: Refusal | undefined
  for (const id of ids) {
    const result: ActionResult = outage ? { id, outcome: 'refused', refusal: outage } : await settle(id, act(id))
    if (result.outcome === 'refused' && result.refusal.status >= 500) outage = result.refusal
    results.push(result)
  }
  return results
}

async function settle(id: string, acting: Promise<boolean>): Promise<ActionResult> {
  try {
    return { id, outcome: (await acting) ? 'done' : 'nothing_to_do' }
  } catch (error) {
    if (error instanceof Refusal && !isLostRight(error)) return { id, outcome: 'refused', refusal: error }
    throw error
  }
}
