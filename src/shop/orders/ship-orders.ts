import { sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { orders } from '#db/tables.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import { buildMailInsert } from '#shop/mails.ts'
import type { Shop } from '#shop/shop.ts'
import { getOrder } from './order-lists.ts'

/** False when it was shipped already. Refuses `order_not_found` and `order_not_paid`. */
export async function markShipped(shop: Shop, admin: Account, id: string): Promise<boolean> {
  await getOrder(shop, undefined, id)
  const { rows } = await shop.db.execute(sql`
    with shipped as (
      update ${orders} set state = 'shipped', shipped_at = now() where id = ${id} and state = 'paid'
      returning id, title as target,
        '{"state": "paid"}'::jsonb as before, '{"state": "shipped"}'::jsonb as after
    ), ${buildMailInsert(sql`shipped`, 'order_shipped')}, ${buildAuditEntry(sql`shipped`, admin, 'deliver')}
    select 1 from shipped`)
  if (rows.length > 0) {
    shop.incrementCounter('orders', { step: 'shipped' })
    return true
  }
  const { state } = await getOrder(shop, undefined, id)
  return state === 'shipped' ? false : refuse('order_not_paid')
}
