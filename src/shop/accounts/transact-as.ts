import { and, eq, isNull } from 'drizzle-orm'
import type { Refusal } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import type { Shop } from '#shop/shop.ts'
import { type Actor, getAreas, hasArea } from './actors.ts'

/** Whether the caller has lost the right itself: what tries several things and goes on after other refusals ends then, too. */
export const isLostRight = ({ code }: Refusal) =>
  code === 'token_invalid' || code === 'admins_only' || code === 'area_needed' || code === 'membership_changed'

const rights = {
  role: accounts.role,
  areas: accounts.areas,
  companyId: accounts.companyId,
  companyRole: accounts.companyRole,
}

/** Who acts in jobs, and when a payment provider tells the state of a payment. */
export const theShop = 'the shop'

/**
 * The way in which a call changes orders, accounts and the catalogue: a transaction that begins by reading the caller's rights again. Its lock, that of a foreign
 * key, lets the caller's other calls run; whoever blocks, closes or demotes an account locks it for update, admins by `lockFirst`,
 * and so comes before or after. Refuses `token_invalid` for a blocked or closed account, `admins_only` for somebody
 * who was an admin, `area_needed` if an area was taken, and `membership_changed` for whoever has joined or left a company since, or has another role there.
 *
 * Locks are taken in this order, so that no two transactions wait for each other in a circle: accounts (admins first, then by
 * id), orders by id, the company, price lists, categories, brands, tools by id, the counter of documents.
 */
export function transactAs<Result>(
  { db }: Pick<Shop, 'db'>,
  actor: Actor | typeof theShop,
  run: (transaction: Db) => Promise<Result>,
  lockFirst?: (transaction: Db) => Promise<unknown>,
): Promise<Result> {
  if (actor === theShop) return db.transaction(run)
  const { id, role, companyId, companyRole } = actor.account
  const areas = getAreas(actor.account)
  return db.transaction(async transaction => {
    await lockFirst?.(transaction)
    const mayCall = and(eq(accounts.id, id), isNull(accounts.closedAt), isNull(accounts.blockedAt))
    const [present] = await transaction.select(rights).from(accounts).where(mayCall).for('key share')
    if (!present) refuse('token_invalid')
    if (role === 'admin' && present.role !== 'admin') refuse('admins_only')
    if (areas.some(area => !hasArea(present, area))) refuse('area_needed')
    if (present.companyId !== companyId || present.companyRole !== companyRole) refuse('membership_changed')
    return run(transaction)
  })
}
