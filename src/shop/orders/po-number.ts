import { sql } from 'drizzle-orm'
import { orderLines, orders } from '#db/tables/orders.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import type { Shop } from '#shop/shop.ts'
import { getOrderIncludingCancelled } from './order-lists.ts'
import { assertOrderStep, isUnpaid } from './order-state.ts'

/** Until the order is paid, when its invoice is issued. Refuses `order_not_found`, `order_cancelled` and `order_paid`. */
export async function changePoNumber(shop: Shop, buyer: Account, id: string, poNumber: string): Promise<void> {
  const { rows } = await shop.db.execute(sql`
    update ${orders} set po_number = ${poNumber}, line_words = (
      select string_agg(tool_name || ' ' || sku, ' ' order by position) || rtrim(' ' || ${poNumber}::text)
      from ${orderLines} where order_id = ${id})
    where id = ${id} and account_id = ${buyer.id} and ${isUnpaid} returning id`)
  if (rows.length > 0) return
  assertOrderStep('change', await getOrderIncludingCancelled(shop, buyer, id))
}
