import { and, eq, getTableColumns, type InferSelectModel, type SQL, sql } from 'drizzle-orm'
import { countedTo } from '#contract/rules.ts'
import { accounts, adminActions, orders } from '#db/tables.ts'
import { falling, type Order, one, type Page, pageOf, rising } from './keyset.ts'
import type { Shop } from './shop.ts'
import { has } from './words.ts'

type Row = InferSelectModel<typeof adminActions>

/** What an admin did, or the shop itself where it has no actor; `buyerEmail` is told of an order. */
export type AdminAction = Row & { buyerEmail: string | null }

const subjectKinds = {
  promote: 'account',
  demote: 'account',
  deliver: 'order',
  cancel_order: 'order',
  add_tool: 'tool',
  update_tool: 'tool',
  delete_tool: 'tool',
} as const satisfies Record<Row['action'], Row['subjectKind']>

/**
 * The part of a statement that records what the actor, or without one the shop itself, did to each row that its part
 * `changed` returned with `id`, `subject`, and `before` and `after` as jsonb. Only the fields that differ are kept;
 * where none does, nothing is recorded.
 */
export function recorded(
  changed: SQL,
  actor: { id: string; email: string } | undefined,
  action: keyof typeof subjectKinds,
): SQL {
  return sql`recorded as (
    insert into ${adminActions} (actor_id, actor_email, action, subject_kind, subject_id, subject, before, after)
    select ${actor?.id ?? null}::uuid, ${actor?.email ?? null}::text, ${action}, ${subjectKinds[action]}, id, subject,
      ${differing(sql`before`, sql`after`)}, ${differing(sql`after`, sql`before`)}
    from ${changed} where before <> after
  )`
}

const differing = (fields: SQL, others: SQL) => sql`(
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${fields})
  where value is distinct from ${others} -> key
)`

const sorts = {
  newest: falling(sql`${adminActions.id}`),
  oldest: rising(sql`${adminActions.id}`),
} as const satisfies Record<string, Order>

export interface ActionSearch {
  /** A part of the actor's email, of the subject, or of the email of an order's buyer. */
  q?: string | undefined
  action?: Row['action'] | undefined
}

/** A page of what admins did, newest first unless sorted otherwise. */
export async function listActions(
  shop: Shop,
  { q, action, sort = 'newest', ...page }: ActionSearch & Page & { sort?: keyof typeof sorts | undefined },
): Promise<AdminAction[]> {
  const { where, orderBy, inOrder } = pageOf(adminActions, sorts[sort], page)
  const rows = shop.db
    .select({ ...getTableColumns(adminActions), buyerEmail: accounts.email })
    .from(adminActions)
    .leftJoin(orders, ofOrder)
    .leftJoin(accounts, ofBuyer)
    .where(and(found({ q, action }), where))
    .orderBy(orderBy)
    .limit(page.limit)
  return inOrder(await rows)
}

/** How many actions the search finds; one more than `countedTo` for any number above. */
export function countActions(shop: Shop, search: ActionSearch): Promise<number> {
  const some = shop.db
    .select(one)
    .from(adminActions)
    .leftJoin(orders, ofOrder)
    .leftJoin(accounts, ofBuyer)
    .where(found(search))
    .limit(countedTo(search.q) + 1)
  return shop.db.$count(some.as('some_actions'))
}

const ofOrder = eq(orders.id, adminActions.subjectId)
const ofBuyer = eq(accounts.id, orders.accountId)

function found({ q, action }: ActionSearch): SQL | undefined {
  return and(
    action && eq(adminActions.action, action),
    q ? has(q, adminActions.actorEmail, adminActions.subject, accounts.email) : undefined,
  )
}
