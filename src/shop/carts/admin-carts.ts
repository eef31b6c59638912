import { and, inArray, isNull } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { tools } from '#db/tables/catalogue.ts'
import { type Account, getAccount } from '#shop/accounts/accounts.ts'
import { type OrderRequest, type PlacedOrder, placeOrder, type RequestedLine } from '#shop/orders/place-order.ts'
import type { Shop } from '#shop/shop.ts'
import { mergeCart } from './carts.ts'

/** Sets the quantities. Refuses `account_not_found`, `price_changed`, `cart_full` and `tool_not_found`. */
export async function putIntoAdminCart(
  { db }: Shop,
  admin: Account,
  buyerId: string,
  lines: readonly RequestedLine[],
): Promise<void> {
  await db.transaction(async transaction => {
    const { leftOut } = await mergeCart({ db: transaction }, { accountId: admin.id, buyerId }, lines, 'set')
    if (leftOut.length === 0) return
    const sold = await transaction.$count(tools, and(inArray(tools.id, leftOut), isNull(tools.deletedAt)))
    refuse(sold < leftOut.length ? 'tool_not_found' : 'cart_full')
  })
}

/** Refuses `account_not_found`, `account_blocked`, `target_email_unverified` and as `placeOrder` does. */
export async function placeOrderForAccount(
  shop: Shop,
  admin: Account,
  buyerId: string,
  toRequest: (buyer: Account) => OrderRequest,
): Promise<PlacedOrder> {
  const buyer = await getAccount(shop, buyerId)
  if (buyer.blockedAt) refuse('account_blocked')
  if (shop.requiresVerifiedEmail && !buyer.emailVerified) refuse('target_email_unverified')
  return placeOrder(shop, buyer, { ...toRequest(buyer), placedBy: admin })
}
