import { and, desc, eq, type InferSelectModel, isNull, lt, sql } from 'drizzle-orm'
import { maxStock } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { memoizePerDb } from '#db/memoize-per-db.ts'
import { tools } from '#db/tables.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import {
  buildKeysetPage,
  countRows,
  type Page,
  type SortOrder,
  sortAscending,
  sortDescending,
} from '#shop/pagination.ts'
import type { Shop } from '#shop/shop.ts'
import { assertSellable } from './tool-rules.ts'
import { runSearch, type ToolSearch } from './tool-search.ts'

export type Tool = InferSelectModel<typeof tools>

const sorts = {
  newest: sortDescending(sql`${tools.id}`),
  oldest: sortAscending(sql`${tools.id}`),
  price: sortAscending(sql`${tools.priceCents}`),
  '-price': sortDescending(sql`${tools.priceCents}`),
  name: sortAscending(sql`lower(${tools.name})`),
  '-name': sortDescending(sql`lower(${tools.name})`),
  available: sortAscending(sql`${tools.available}`),
  '-available': sortDescending(sql`${tools.available}`),
} as const satisfies Record<string, SortOrder>

export interface ToolsPage extends Page {
  sort?: keyof typeof sorts | undefined
}

const newestToolsStatement = memoizePerDb((db: Db) => {
  const query = db.select().from(tools).where(isNull(tools.deletedAt))
  return query.orderBy(desc(tools.id)).limit(sql.placeholder('limit')).prepare('newest_tools')
})

/** Falls back to similar words, most similar first. Refuses `search_unavailable`. */
export async function listTools(shop: Shop, search: ToolSearch, { sort, ...page }: ToolsPage): Promise<Tool[]> {
  const options = [sort, page.cursor, page.before, ...Object.values(search)]
  if (options.every(option => option === undefined)) return newestToolsStatement(shop.db).execute({ limit: page.limit })
  return runSearch(shop.db, search, async (db, { where, rank }) => {
    const order = sort === undefined && rank ? sortDescending(rank) : sorts[sort ?? 'newest']
    const { where: isOnPage, orderBy, toListOrder } = buildKeysetPage(tools, order, page)
    return toListOrder(await db.select().from(tools).where(and(where, isOnPage)).orderBy(orderBy).limit(page.limit))
  })
}

/** Refuses `search_unavailable`. */
export function countTools(shop: Shop, search: ToolSearch): Promise<{ count: number; similar: boolean }> {
  return runSearch(shop.db, search, async (db, { where, similar }) => {
    return { count: await countRows(db, tools, where, search.text), similar }
  })
}

export async function getTool(shop: Shop, id: string): Promise<Tool> {
  const [tool] = await listTools(shop, { id }, { limit: 1 })
  return tool ?? refuse('tool_not_found')
}

export async function listToolIds(shop: Shop, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const listed = await shop.db
    .select({ id: tools.id })
    .from(tools)
    .where(and(isNull(tools.deletedAt), cursor ? lt(tools.id, cursor) : undefined))
    .orderBy(desc(tools.id))
    .limit(limit)
  return listed.map(({ id }) => id)
}

type OptionalFields = Pick<Tool, 'sku' | 'increment' | 'unitLabel' | 'priceBreaks' | 'taxPercent'>

/** What an admin enters. Optional fields that are left out are unchanged; of a new tool, they have their default. */
export type ToolFields = Omit<Tool, 'id' | 'deletedAt' | keyof OptionalFields> & {
  [Name in keyof OptionalFields]?: OptionalFields[Name] | undefined
}

/** Refuses `invalid_input` and `sku_taken`. */
export async function addTool(shop: Shop, admin: Account, fields: ToolFields): Promise<string> {
  const { name, image, priceCents, minimum, available, description, sku } = fields
  const { increment = 1, unitLabel = '', priceBreaks = [], taxPercent = null } = fields
  assertSellable({ priceCents, minimum, increment, priceBreaks })
  const adding = shop.db.execute<{ id: string }>(sql`
    with added as (
      insert into ${tools} (name, image, price_cents, minimum, available, description, sku, increment, unit_label,
        price_breaks, tax_percent)
      values (${name}, ${image}, ${priceCents}, ${minimum}, ${available}, ${description},
        coalesce(${sku ?? null}, 'IM-' || nextval('tool_numbers')), ${increment}, ${unitLabel}, ${JSON.stringify(priceBreaks)}::jsonb,
        ${taxPercent})
      returning id, name as target, '{}'::jsonb as before, to_jsonb(tools) - 'id' - 'deleted_at' as after
    ), ${buildAuditEntry(sql`added`, admin, 'add_tool')}
    select id from added`)
  try {
    const { rows } = await adding
    await shop.notifications.publish('tools')
    return rows[0]?.id ?? refuse('internal')
  } catch (error) {
    // An admin had given the generated SKU to another tool.
    return sku === undefined && isUniqueViolation(error) ? addTool(shop, admin, fields) : refuseTakenSku(error)
  }
}

/**
 * With `shownStock`, the stock changes by the difference from it. Refuses `tool_not_found`, `stock_changed`,
 * `invalid_input` and `sku_taken`.
 */
export async function updateTool(
  shop: Shop,
  admin: Account,
  id: string,
  fields: ToolFields,
  shownStock?: number,
): Promise<void> {
  await shop.db
    .transaction(async transaction => {
      const [present] = await transaction
        .select()
        .from(tools)
        .where(and(eq(tools.id, id), isNull(tools.deletedAt)))
        .for('no key update')
      if (!present) refuse('tool_not_found')
      const { name, image, priceCents, minimum, description } = fields
      const { sku, increment, unitLabel, priceBreaks, taxPercent } = { ...present, ...omitUndefined(fields) }
      assertSellable({ priceCents, minimum, increment, priceBreaks })
      const available = shownStock === undefined ? fields.available : present.available + fields.available - shownStock
      if (available < 0 || available > maxStock) refuse('stock_changed')
      await transaction.execute(sql`
        with present as (select * from ${tools} where id = ${id}), changed as (
          update ${tools} set name = ${name}, image = ${image}, price_cents = ${priceCents}, minimum = ${minimum},
            available = ${available}, description = ${description}, sku = ${sku}, increment = ${increment},
            unit_label = ${unitLabel}, price_breaks = ${JSON.stringify(priceBreaks)}::jsonb, tax_percent = ${taxPercent}
          from present where tools.id = present.id
          returning tools.id, present.name as target, to_jsonb(present) as before, to_jsonb(tools) as after
        ), ${buildAuditEntry(sql`changed`, admin, 'update_tool')}
        select 1 from changed`)
    })
    .catch(refuseTakenSku)
  await shop.notifications.publish('tools')
}

const omitUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }

function refuseTakenSku(error: unknown): never {
  if (isUniqueViolation(error)) refuse('sku_taken')
  throw error
}

/** Its row stays, for its orders. False when it was not listed. */
export async function deleteTool(shop: Shop, admin: Account, id: string): Promise<boolean> {
  const { rows } = await shop.db.execute(sql`
    with deleted as (
      update ${tools} set deleted_at = now() where id = ${id} and deleted_at is null
      returning id, name as target, '{"deleted_at": null}'::jsonb as before,
        jsonb_build_object('deleted_at', deleted_at) as after
    ), ${buildAuditEntry(sql`deleted`, admin, 'delete_tool')}
    select 1 from deleted`)
  await shop.notifications.publish('tools')
  return rows.length > 0
}
