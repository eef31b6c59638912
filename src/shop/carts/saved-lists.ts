import { and, desc, eq, type InferSelectModel, sql } from 'drizzle-orm'
import { maxSavedLists } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { savedListLines, savedLists } from '#db/tables/carts.ts'
import { tools } from '#db/tables/catalogue.ts'
import { type Account, lockAccounts } from '#shop/accounts/accounts.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { mergeChange, type Shown } from '#shop/merge-change.ts'
import type { RequestedLine } from '#shop/orders/place-order.ts'
import type { Shop } from '#shop/shop.ts'
import {
  addTermsToLines,
  assertPrice,
  type CartLine,
  type NamedLine,
  toolNames,
  toolWithoutDescription,
} from './carts.ts'

export type SavedListSummary = InferSelectModel<typeof savedLists> & { lineCount: number }

export interface SavedListFields {
  name: string
  lines: readonly RequestedLine[]
}

export function listSavedLists({ db }: Shop, { id }: Account): Promise<SavedListSummary[]> {
  return db
    .select(summaryColumns)
    .from(savedLists)
    .where(eq(savedLists.accountId, id))
    .orderBy(desc(savedLists.changedAt), desc(savedLists.id))
}

/** Lines may have deleted tools. Refuses `list_not_found`. */
export async function getSavedList(
  shop: Shop,
  account: Account,
  id: string,
): Promise<SavedListSummary & { lines: CartLine[] }> {
  const { db } = shop
  const [list] = await db.select(summaryColumns).from(savedLists).where(isOwn(account, id))
  if (!list) refuse('list_not_found')
  const lines = await db
    .select({ quantity: savedListLines.quantity, priceCents: savedListLines.priceCents, tool: toolWithoutDescription })
    .from(savedListLines)
    .innerJoin(tools, eq(tools.id, savedListLines.toolId))
    .where(eq(savedListLines.listId, id))
    .orderBy(savedListLines.position)
  return { ...list, lines: await addTermsToLines(shop, account.companyId, lines) }
}

/** A list that is deleted meanwhile has no lines. */
export async function* readSavedLists(
  shop: Shop,
  account: Account,
): AsyncGenerator<{ name: string; lines: NamedLine[] }> {
  for (const { id, name } of await listSavedLists(shop, account)) {
    const lines = await shop.db
      .select({ ...toolNames, quantity: savedListLines.quantity, priceCents: savedListLines.priceCents })
      .from(savedListLines)
      .innerJoin(tools, eq(tools.id, savedListLines.toolId))
      .where(eq(savedListLines.listId, id))
      .orderBy(savedListLines.position)
    yield { name, lines }
  }
}

/** Refuses `account_not_found`, `lists_full`, `price_changed` and `tool_not_found`. */
export async function addSavedList(shop: Shop, owner: Actor, fields: SavedListFields): Promise<string> {
  const { account } = owner
  return transactAs(shop, owner, async transaction => {
    await lockAccounts(transaction, account.id)
    const { rows } = await transaction.execute<{ id: string }>(sql`
      insert into ${savedLists} (account_id, name)
      select ${account.id}, ${fields.name}
      where (select count(*) from ${savedLists} where account_id = ${account.id}) < ${maxSavedLists}
      returning id`)
    const id = rows[0]?.id ?? refuse('lists_full')
    await insertLines(transaction, id, fields.lines)
    return id
  })
}

/** Refuses `list_not_found`, `edit_conflict`, `price_changed` and `tool_not_found`. */
export async function updateSavedList(
  shop: Shop,
  owner: Actor,
  id: string,
  change: SavedListFields,
  shown?: Shown<SavedListFields>,
): Promise<void> {
  await transactAs(shop, owner, async transaction => {
    const [list] = await transaction.select().from(savedLists).where(isOwn(owner.account, id)).for('update')
    if (!list) refuse('list_not_found')
    const { toolId, quantity, priceCents } = savedListLines
    const present = await transaction
      .select({ toolId, quantity, priceCents })
      .from(savedListLines)
      .where(eq(savedListLines.listId, id))
      .orderBy(savedListLines.position)
    const { name, lines } = mergeChange(change, { name: list.name, lines: present }, shown)
    await transaction.update(savedLists).set({ name, changedAt: sql`now()` }).where(eq(savedLists.id, id))
    await transaction.delete(savedListLines).where(eq(savedListLines.listId, id))
    await insertLines(transaction, id, lines)
  })
}

/** Refuses `list_not_found`. */
export async function deleteSavedList(shop: Shop, owner: Actor, id: string): Promise<void> {
  const deleted = await transactAs(shop, owner, db =>
    db.delete(savedLists).where(isOwn(owner.account, id)).returning({ id: savedLists.id }),
  )
  if (deleted.length === 0) refuse('list_not_found')
}

async function insertLines(db: Db, listId: string, lines: readonly RequestedLine[]): Promise<void> {
  for (const { priceCents } of lines) assertPrice(priceCents)
  const distinct = [...new Map(lines.map(line => [line.toolId, line])).values()]
  if (distinct.length === 0) return
  const toolIds = sql.param(distinct.map(({ toolId }) => toolId))
  const known = await db.$count(tools, sql`${tools.id} = any(${toolIds}::uuid[])`)
  if (known < distinct.length) refuse('tool_not_found')
  await db.execute(sql`
    insert into ${savedListLines} (list_id, position, tool_id, quantity, price_cents)
    select ${listId}, position - 1, tool_id, quantity, price_cents
    from unnest(${toolIds}::uuid[], ${sql.param(distinct.map(line => line.quantity))}::int[],
      ${sql.param(distinct.map(line => line.priceCents))}::int[])
      with ordinality as line (tool_id, quantity, price_cents, position)`)
}

const summaryColumns = {
  id: savedLists.id,
  accountId: savedLists.accountId,
  name: savedLists.name,
  changedAt: savedLists.changedAt,
  lineCount: sql<number>`(select count(*)::int from ${savedListLines} where list_id = ${savedLists.id})`,
}

const isOwn = (account: Account, id: string) => and(eq(savedLists.id, id), eq(savedLists.accountId, account.id))
