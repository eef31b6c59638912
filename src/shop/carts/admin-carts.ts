import { and, eq, inArray, sql } from 'drizzle-orm'
import { maxOrderLines } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import { adminCartLines } from '#db/tables/carts.ts'
import { tools } from '#db/tables/catalogue.ts'
import { type Account, getAccount, lockAccounts } from '#shop/accounts/accounts.ts'
import { type OrderRequest, type PlacedOrder, placeOrder, type RequestedLine } from '#shop/orders/place-order.ts'
import type { Shop } from '#shop/shop.ts'
import { assertPrice, type CartLine, toolWithoutDescription } from './carts.ts'

const matchCart = (admin: Account, accountId: string) =>
  and(eq(adminCartLines.adminId, admin.id), eq(adminCartLines.accountId, accountId))

export function listAdminCart({ db }: Shop, admin: Account, accountId: string): Promise<CartLine[]> {
  return db
    .select({ quantity: adminCartLines.quantity, priceCents: adminCartLines.priceCents, tool: toolWithoutDescription })
    .from(adminCartLines)
    .innerJoin(tools, eq(tools.id, adminCartLines.toolId))
    .where(matchCart(admin, accountId))
    .orderBy(adminCartLines.addedAt, adminCartLines.toolId)
}

/** Sets the quantities. Refuses `account_not_found`, `price_changed`, `cart_full` and `tool_not_found`. */
export async function putIntoAdminCart(
  shop: Shop,
  admin: Account,
  accountId: string,
  lines: readonly RequestedLine[],
): Promise<void> {
  await getAccount(shop, accountId)
  for (const { priceCents } of lines) assertPrice(priceCents)
  if (lines.length === 0) return
  await shop.db.transaction(async transaction => {
    // The rows refer to both accounts.
    await lockAccounts(transaction, admin.id, accountId)
    const { rows } = await transaction.execute(sql`
      insert into ${adminCartLines} (admin_id, account_id, tool_id, quantity, price_cents, added_at)
      select ${admin.id}, ${accountId}, line.tool_id, quantity, price_cents, now() + position * interval '1 microsecond'
      from unnest(${sql.param(lines.map(({ toolId }) => toolId))}::uuid[], ${sql.param(lines.map(({ quantity }) => quantity))}::int[],
        ${sql.param(lines.map(({ priceCents }) => priceCents))}::int[]) with ordinality as line (tool_id, quantity, price_cents, position)
      where exists (select from ${tools} where id = line.tool_id and deleted_at is null)
      on conflict (admin_id, account_id, tool_id) do update
        set quantity = excluded.quantity, price_cents = excluded.price_cents
      returning tool_id`)
    if (rows.length < lines.length) refuse('tool_not_found')
    if ((await transaction.$count(adminCartLines, matchCart(admin, accountId))) > maxOrderLines) refuse('cart_full')
  })
}

export async function removeFromAdminCart(
  { db }: Pick<Shop, 'db'>,
  admin: Account,
  accountId: string,
  toolIds: readonly string[],
): Promise<void> {
  const isLine = and(matchCart(admin, accountId), inArray(adminCartLines.toolId, [...toolIds]))
  await db.delete(adminCartLines).where(isLine)
}

/** Refuses `account_not_found`, `account_blocked`, `target_email_unverified` and as `placeOrder` does. */
export async function placeOrderForAccount(
  shop: Shop,
  admin: Account,
  accountId: string,
  toRequest: (buyer: Account) => OrderRequest,
): Promise<PlacedOrder> {
  const buyer = await getAccount(shop, accountId)
  if (buyer.blockedAt) refuse('account_blocked')
  if (shop.requiresVerifiedEmail && !buyer.emailVerified) refuse('target_email_unverified')
  const request = toRequest(buyer)
  const placed = await placeOrder(shop, buyer, { ...request, placedBy: admin })
  const toolIds = request.lines.map(({ toolId }) => toolId)
  await removeFromAdminCart(shop, admin, accountId, toolIds)
  return placed
}
