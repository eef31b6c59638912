import { and, eq, getTableColumns, type InferSelectModel, or, type SQL, sql } from 'drizzle-orm'
import { countLimit } from '#contract/limits.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { orders } from '#db/tables/orders.ts'
import type { Actor } from './accounts/actors.ts'
import { transactAs } from './accounts/transact-as.ts'
import { matchOrderNumber } from './orders/order-search.ts'
import { buildKeysetPage, type PagePosition, sortsByAge } from './pagination.ts'
import type { Shop } from './shop.ts'
import { containsText } from './text-match.ts'

type Row = InferSelectModel<typeof adminActions>

export type AdminAction = Row & { orderNumber: number | null; buyerEmail: string | null }

const targetKinds = {
  promote: 'account',
  demote: 'account',
  set_areas: 'account',
  deliver: 'order',
  ship: 'order',
  change_tracking: 'order',
  cancel_order: 'order',
  mark_paid: 'order',
  hold_order: 'order',
  refund: 'order',
  retry_refund: 'order',
  close_refund: 'order',
  request_return: 'order',
  accept_return: 'order',
  refuse_return: 'order',
  receive_return: 'order',
  close_return: 'order',
  add_tool: 'tool',
  update_tool: 'tool',
  delete_tool: 'tool',
  adjust_stock: 'tool',
  show_review: 'review',
  hide_review: 'review',
  delete_review: 'review',
  export_data: 'account',
  close_account: 'account',
  rename_brand: 'brand',
  delete_brand: 'brand',
  add_category: 'category',
  update_category: 'category',
  move_category: 'category',
  delete_category: 'category',
  change_settings: 'settings',
  change_picture: 'settings',
  export_list: 'list',
  map_import: 'list',
  repair_import: 'list',
  apply_import: 'list',
  undo_import: 'list',
  discard_import: 'list',
  add_note: 'account',
  delete_note: 'account',
  place_order: 'order',
  block_account: 'account',
  unblock_account: 'account',
  accept_company: 'company',
  refuse_company: 'company',
  add_company: 'company',
  update_company: 'company',
  invite_member: 'company',
  withdraw_invitation: 'company',
  set_member: 'account',
  remove_member: 'account',
  approve_order: 'order',
  add_price_list: 'price_list',
  rename_price_list: 'price_list',
  delete_price_list: 'price_list',
  add_list_row: 'price_list',
  delete_list_row: 'price_list',
  import_list_rows: 'price_list',
  set_price_list: 'company',
  add_page: 'page',
  update_page: 'page',
  delete_page: 'page',
} as const satisfies Record<Row['action'], Row['targetKind']>

interface Doer {
  account: { id: string; email: string }
}

/** CTE `audit_entry`: records rows of `changed` (id, target, before, after) that differ. `target` is an email or a name. */
export function buildAuditEntry(
  changed: SQL,
  actor: Doer | undefined,
  action: keyof typeof targetKinds,
  isRecorded: SQL = sql`true`,
): SQL {
  return sql`audit_entry as (
    insert into ${adminActions} (actor_id, actor_email, action, target_kind, target_id, target, before, after)
    select ${actor?.account.id ?? null}::uuid, ${actor?.account.email ?? null}::text, ${action}, ${targetKinds[action]}, id, target,
      ${selectChangedFields(sql`before`, sql`after`)}, ${selectChangedFields(sql`after`, sql`before`)}
    from ${changed} where before <> after and ${isRecorded}
  )`
}

export async function recordAction(
  db: Db,
  actor: Doer,
  action: keyof typeof targetKinds,
  { id, target, before = {}, after }: Pick<Row, 'target' | 'after'> & { id: string; before?: Row['before'] },
): Promise<void> {
  await db.execute(sql`
    with changed as (
      select ${id}::uuid as id, ${target}::text as target, ${JSON.stringify(before)}::jsonb as before,
        ${JSON.stringify(after)}::jsonb as after
    ), ${buildAuditEntry(sql`changed`, actor, action)}
    select 1`)
}

export function recordListExport(shop: Shop, admin: Actor, list: string, note: string): Promise<void> {
  const after = { exported: true, ...(note !== '' && { note }) }
  const fields = { id: crypto.randomUUID(), target: list, after }
  return transactAs(shop, admin, db => recordAction(db, admin, 'export_list', fields))
}

const selectChangedFields = (fields: SQL, comparedFields: SQL) => sql`(
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${fields})
  where value is distinct from ${comparedFields} -> key
)`

export interface ActionSearch {
  q?: string | undefined
  action?: Row['action'] | undefined
}

export async function listAdminActions(
  shop: Shop,
  { q, action, sort = 'newest', ...page }: ActionSearch & PagePosition & { sort?: keyof typeof sortsByAge | undefined },
): Promise<AdminAction[]> {
  const { where, orderBy, toListOrder } = buildKeysetPage(adminActions, sortsByAge[sort], page)
  const rows = shop.db
    .select({ ...getTableColumns(adminActions), orderNumber: orders.number, buyerEmail: accounts.email })
    .from(adminActions)
    .leftJoin(orders, joinOrder)
    .leftJoin(accounts, joinBuyer)
    .where(and(buildSearchFilter({ q, action }), where))
    .orderBy(orderBy)
    .limit(page.limit)
  return toListOrder(await rows)
}

export function countAdminActions(shop: Shop, search: ActionSearch): Promise<number> {
  const matches = shop.db
    .select({ one: sql`1`.as('one') })
    .from(adminActions)
    .leftJoin(orders, joinOrder)
    .leftJoin(accounts, joinBuyer)
    .where(buildSearchFilter(search))
    .limit(countLimit(search.q) + 1)
  return shop.db.$count(matches.as('some_actions'))
}

const joinOrder = eq(orders.id, adminActions.targetId)
const joinBuyer = eq(accounts.id, orders.accountId)

function buildSearchFilter({ q, action }: ActionSearch): SQL | undefined {
  return and(
    action && eq(adminActions.action, action),
    q
      ? or(containsText(q, adminActions.actorEmail, adminActions.target, accounts.email), matchOrderNumber(q))
      : undefined,
  )
}
