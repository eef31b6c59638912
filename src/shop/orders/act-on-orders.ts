import type { Account } from '#shop/accounts/accounts.ts'
import { type ActionResult, actOnEach } from '#shop/bulk-actions.ts'
import { markShipped } from '#shop/shipments/ship-orders.ts'
import type { Shop } from '#shop/shop.ts'
import { cancelAnyOrder } from './cancel-orders.ts'

const actions = { deliver: markShipped, cancel: cancelAnyOrder } as const

/** Each order on its own: one that is refused stops no other. */
export function actOnOrders(
  shop: Shop,
  admin: Account,
  action: keyof typeof actions,
  ids: readonly string[],
): Promise<ActionResult[]> {
  return actOnEach(ids, id => actions[action](shop, admin, id))
}
