import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { computeCompanyPrices, type ListTerms } from '#contract/pricing/company-prices.ts'
import { findUnitCents, type PriceBreak, type Prices } from '#contract/pricing/prices.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { tools } from '#db/tables/catalogue.ts'
import { listRows, priceLists } from '#db/tables/companies.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import { hasSku } from '#shop/catalogue/tool-parts.ts'
import { findSellingErrors } from '#shop/catalogue/tool-rules.ts'
import { buildKeysetPage, countRows, type PagePosition, sortsByAge } from '#shop/pagination.ts'
import type { Shop } from '#shop/shop.ts'
import { containsText } from '#shop/text-match.ts'
import { isLower, type PriceSource } from './company-prices.ts'
import { lockPriceList } from './price-lists.ts'

type RowState = 'current' | 'future' | 'replaced'

export interface RowSearch {
  q?: string | undefined
  state?: RowState | undefined
}

export type ListedRow = typeof listRows.$inferSelect & {
  tool: Pick<typeof tools.$inferSelect, 'name' | 'sku' | 'priceCents' | 'priceBreaks'> | null
  state: RowState
  /** Whether no quantity is cheaper than for everybody: the public price is charged. */
  isAbovePublic: boolean
}

/** Rows of tools and those of groups are compared apart, so that each finds newer ones by the index of the key. */
const buildState = ({ settings }: PriceSource): SQL<RowState> => {
  const today = sql`(now() at time zone ${settings.current.timeZone})::date`
  const hasNewer = (isSame: SQL) => sql`exists (select from list_rows as newer
    where newer.list_id = list_rows.list_id and ${isSame}
      and newer.valid_from > list_rows.valid_from and newer.valid_from <= ${today})`
  const ofTool = hasNewer(sql`newer.tool_id = list_rows.tool_id`)
  const ofGroup = hasNewer(
    sql`newer.tool_id is null and newer.discount_group is not distinct from list_rows.discount_group`,
  )
  return sql`case when list_rows.valid_from > ${today} then 'future'
    when case when list_rows.tool_id is null then ${ofGroup} else ${ofTool} end then 'replaced' else 'current' end`
}

function buildSearchFilter(shop: Shop, listId: string, { q, state }: RowSearch): SQL | undefined {
  const hasTool = q && sql`tool_id in (select id from ${tools} where ${containsText(q, tools.name, tools.sku)})`
  return and(
    eq(listRows.listId, listId),
    q ? sql`(${hasTool} or ${containsText(q, listRows.discountGroup)})` : undefined,
    state && sql`${buildState(shop)} = ${state}`,
  )
}

/** Refuses `list_not_found`. */
export async function listListRows(
  shop: Shop,
  listId: string,
  { q, state, sort = 'newest', ...page }: RowSearch & PagePosition & { sort?: keyof typeof sortsByAge | undefined },
): Promise<ListedRow[]> {
  if ((await shop.db.$count(priceLists, eq(priceLists.id, listId))) === 0) refuse('list_not_found')
  const { where, orderBy, toListOrder } = buildKeysetPage(listRows, sortsByAge[sort], page)
  const { name, sku, priceCents, priceBreaks } = tools
  const rows = await shop.db
    .select({ row: getTableColumns(listRows), tool: { name, sku, priceCents, priceBreaks }, state: buildState(shop) })
    .from(listRows)
    .leftJoin(tools, eq(tools.id, listRows.toolId))
    .where(and(buildSearchFilter(shop, listId, { q, state }), where))
    .orderBy(orderBy)
    .limit(page.limit)
  return toListOrder(
    rows.map(({ row, tool, state }) => {
      const isAbovePublic = tool !== null && row.priceCents !== null && !isLower(computeCompanyPrices(tool, row), tool)
      return { ...row, tool, state, isAbovePublic }
    }),
  )
}

export const countListRows = (shop: Shop, listId: string, search: RowSearch): Promise<number> =>
  countRows(shop.db, listRows, buildSearchFilter(shop, listId, search), search.q)

const maxGroups = 1_000

export async function listDiscountGroups({ db }: Shop): Promise<{ name: string; tools: number }[]> {
  const { rows } = await db.execute<{ name: string; tools: number }>(sql`
    select discount_group as name, count(*)::int as tools from ${tools}
    where discount_group <> '' and deleted_at is null group by 1 order by 1 limit ${maxGroups}`)
  return rows
}

export interface NewListRow extends ListTerms {
  /** The SKU of a tool; empty for a group, or for all tools. */
  sku: string
  discountGroup: string
  /** Such as '2026-11-30', in the shop's time zone. */
  validFrom: string
  isConfirmed: boolean
  replaces?: string | undefined
}

/**
 * Returns the row's id. Refuses `list_not_found`, `changed_meanwhile` if the row that it replaces is gone, `discount_unconfirmed`,
 * and `invalid_input` for an unknown SKU or group, price breaks in disorder, or a second row of the same day.
 */
export async function addListRow(shop: Shop, admin: Actor, listId: string, row: NewListRow): Promise<string> {
  const { sku, discountGroup, validFrom, priceCents, priceBreaks, percentOff } = row
  const fail = (field: string, message: string) => refuse('invalid_input', [{ field, message }])
  const errors = priceCents === null ? [] : findSellingErrors({ priceCents, priceBreaks, minimum: 1, increment: 1 })
  if (errors.length > 0) refuse('invalid_input', errors)
  return transactAs(shop, admin, async db => {
    const { name } = await lockPriceList(db, listId)
    const tool = sku === '' ? undefined : await findTool(db, sku)
    if (sku !== '' && !tool) fail('sku', 'No tool has that SKU.')
    const isOfGroup = and(eq(tools.discountGroup, discountGroup), isNull(tools.deletedAt))
    if (discountGroup !== '' && (await db.$count(tools, isOfGroup)) === 0)
      fail('discountGroup', 'No tool has that discount group.')
    if (isLargeDiscount(row, tool) && !row.isConfirmed) refuse('discount_unconfirmed')
    const replaced = row.replaces === undefined ? undefined : await deleteRow(db, listId, row.replaces)
    if (row.replaces !== undefined && !replaced) refuse('changed_meanwhile')
    const target = { toolId: tool?.id ?? null, discountGroup: discountGroup || null }
    const values = { listId, ...target, validFrom, priceCents, priceBreaks: [...priceBreaks], percentOff }
    const [added] = await db.insert(listRows).values(values).onConflictDoNothing().returning({ id: listRows.id })
    if (!added) return fail('validFrom', 'There is a row from that day already.')
    const before = replaced ? describeRow(replaced, replaced.sku ?? undefined) : {}
    await recordAction(db, admin, 'add_list_row', {
      id: listId,
      target: name,
      before,
      after: describeRow(row, tool?.sku),
    })
    return added.id
  })
}

/** 90 percent off the public price or more is often a slip of the decimal point. */
export function isLargeDiscount({ priceCents, priceBreaks, percentOff }: ListTerms, tool: Prices | undefined): boolean {
  const steps = priceCents === null ? [] : [{ from: 1, priceCents }, ...priceBreaks]
  const isLarge = (step: PriceBreak) => tool !== undefined && step.priceCents * 10 <= findUnitCents(step.from, tool)
  return (percentOff ?? 0) >= 90 || steps.some(isLarge)
}

/** Refuses `list_not_found` and `not_found`. */
export async function deleteListRow(shop: Shop, admin: Actor, listId: string, rowId: string): Promise<void> {
  await transactAs(shop, admin, async db => {
    const { name } = await lockPriceList(db, listId)
    const row = await deleteRow(db, listId, rowId)
    if (!row) refuse('not_found')
    const after = { ...describeRow(row, row.sku ?? undefined), deleted: true }
    await recordAction(db, admin, 'delete_list_row', { id: listId, target: name, after })
  })
}

async function deleteRow(db: Db, listId: string, id: string) {
  const [row] = await db
    .delete(listRows)
    .where(and(eq(listRows.id, id), eq(listRows.listId, listId)))
    .returning({
      ...getTableColumns(listRows),
      sku: sql<string | null>`(select sku from ${tools} where ${tools.id} = ${listRows.toolId})`,
    })
  return row
}

type DescribedRow = ListTerms & { discountGroup: string | null; validFrom: string }

/** The fields that the row has, for the audit log. */
const describeRow = (row: DescribedRow, sku: string | undefined) => ({
  ...(sku !== undefined && { sku }),
  ...(row.discountGroup && { discount_group: row.discountGroup }),
  ...(row.priceCents !== null && { price_cents: row.priceCents }),
  ...(row.priceBreaks.length > 0 && { price_breaks: [...row.priceBreaks] }),
  ...(row.percentOff !== null && { percentOff: row.percentOff }),
  validFrom: row.validFrom,
})

export async function findTool(db: Db, sku: string): Promise<typeof tools.$inferSelect | undefined> {
  const [tool] = await db.select().from(tools).where(hasSku(sku))
  return tool
}
