import { and, inArray, isNull } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { tools } from '#db/tables/catalogue.ts'
import { lockInOrder } from '#shop/accounts/accounts.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import type { RequestedLine } from '#shop/orders/place-order.ts'
import type { Shop } from '#shop/shop.ts'
import { mergeCart } from './carts.ts'

/** Sets the quantities. Refuses `account_not_found`, `price_changed`, `cart_full` and `tool_not_found`. */
export async function putIntoAdminCart(
  shop: Shop,
  admin: Actor,
  buyerId: string,
  lines: readonly RequestedLine[],
): Promise<void> {
  const cart = { accountId: admin.account.id, buyerId }
  const put = async (transaction: Db) => {
    const { leftOut } = await mergeCart({ db: transaction }, admin, cart, lines, 'set')
    if (leftOut.length === 0) return
    const sold = await transaction.$count(tools, and(inArray(tools.id, leftOut), isNull(tools.deletedAt)))
    refuse(sold < leftOut.length ? 'tool_not_found' : 'cart_full')
  }
  await transactAs(shop, admin, put, transaction => lockInOrder(transaction, admin.account.id, buyerId))
}
