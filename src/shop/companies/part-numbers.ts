import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { maxPartNumbers } from '#contract/limits.ts'
import type { FieldError } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { tools } from '#db/tables/catalogue.ts'
import { partNumbers } from '#db/tables/companies.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { assertCompanyRole } from '#shop/accounts/company-role.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { buildKeysetPage, countRows, type PagePosition, sortsByAge } from '#shop/pagination.ts'
import type { Shop } from '#shop/shop.ts'
import { containsText } from '#shop/text-match.ts'
import { lockCompany } from './companies.ts'

export interface PartNumber {
  number: string
  /** The tool's SKU; an empty one removes the number. */
  sku: string
}

/**
 * What the company calls tools: a number names one of them. Refuses `buyer_needed`, `part_numbers_full` and, for unknown SKUs,
 * `invalid_input`.
 */
export async function setPartNumbers(shop: Shop, actor: Actor, lines: readonly PartNumber[]): Promise<void> {
  assertCompanyRole(actor.account, 'buyer')
  const companyId = actor.account.companyId ?? refuse('member_needed')
  await transactAs(shop, actor, async db => {
    await lockCompany(db, companyId)
    const ids = await findIds(db, lines)
    await assertNoSkus(db, lines, ids)
    const values = lines.flatMap(({ number, sku }) => {
      const toolId = ids.get(sku.toLowerCase())
      return toolId ? { companyId, number, toolId, setBy: actor.account.id } : []
    })
    const numbers = sql.param(lines.map(({ number }) => number))
    const isSet = sql`folded in (select fold(number) from unnest(${numbers}::text[]) as number)`
    await db.delete(partNumbers).where(and(eq(partNumbers.companyId, companyId), isSet))
    const inserted =
      values.length === 0 ? [] : await db.insert(partNumbers).values(values).onConflictDoNothing().returning()
    if (inserted.length < values.length)
      refuse('invalid_input', [{ field: 'lines', message: 'A part number stands there twice.' }])
    if ((await db.$count(partNumbers, eq(partNumbers.companyId, companyId))) > maxPartNumbers)
      refuse('part_numbers_full')
  })
}

/** Ids by SKUs in lower case. */
async function findSkus(db: Db, skus: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const lower = skus.map(sku => sku.toLowerCase())
  const found = await db
    .select({ id: tools.id, sku: sql<string>`lower(sku)` })
    .from(tools)
    .where(and(inArray(sql`lower(sku)`, lower), isNull(tools.deletedAt)))
  return new Map(found.map(({ id, sku }) => [sku, id]))
}

async function findIds(db: Db, lines: readonly PartNumber[]): Promise<ReadonlyMap<string, string>> {
  const ids = await findSkus(
    db,
    lines.map(({ sku }) => sku),
  )
  const errors = lines.flatMap(({ sku }, index): FieldError[] =>
    sku === '' || ids.has(sku.toLowerCase())
      ? []
      : [{ field: `lines.${index}.sku`, message: `No tool has the SKU “${sku}”.` }],
  )
  if (errors.length > 0) refuse('invalid_input', errors)
  return ids
}

/** A number that is the SKU of another tool would mean two tools. */
async function assertNoSkus(db: Db, lines: readonly PartNumber[], ids: ReadonlyMap<string, string>): Promise<void> {
  const skus = await findSkus(
    db,
    lines.map(({ number }) => number),
  )
  const errors = lines.flatMap(({ number, sku }, index): FieldError[] => {
    const id = skus.get(number.toLowerCase())
    const isOther = sku !== '' && id !== undefined && id !== ids.get(sku.toLowerCase())
    return isOther ? [{ field: `lines.${index}.number`, message: `“${number}” is the SKU of another tool.` }] : []
  })
  if (errors.length > 0) refuse('invalid_input', errors)
}

export type ListedPartNumber = typeof partNumbers.$inferSelect & { sku: string; toolName: string }

interface PartNumberSearch {
  q?: string | undefined
}

/** Numbers of tools that are no longer sold are left out. */
function buildFilter(companyId: string, { q }: PartNumberSearch) {
  const isFound = q && sql`tool_id in (select id from ${tools} where ${containsText(q, tools.sku, tools.name)})`
  return and(
    eq(partNumbers.companyId, companyId),
    sql`tool_id in (select id from ${tools} where deleted_at is null)`,
    q ? sql`(${containsText(q, partNumbers.number)} or ${isFound})` : undefined,
  )
}

export async function listPartNumbers(
  { db }: Shop,
  companyId: string,
  { q, sort = 'newest', ...page }: PartNumberSearch & PagePosition & { sort?: keyof typeof sortsByAge | undefined },
): Promise<ListedPartNumber[]> {
  const { where, orderBy, toListOrder } = buildKeysetPage(partNumbers, sortsByAge[sort], page)
  const rows = await db
    .select({ number: partNumbers, sku: tools.sku, toolName: tools.name })
    .from(partNumbers)
    .innerJoin(tools, eq(tools.id, partNumbers.toolId))
    .where(and(buildFilter(companyId, { q }), where))
    .orderBy(orderBy)
    .limit(page.limit)
  return toListOrder(rows.map(({ number, ...tool }) => ({ ...number, ...tool })))
}

export const countPartNumbers = ({ db }: Shop, companyId: string, search: PartNumberSearch): Promise<number> =>
  countRows(db, partNumbers, buildFilter(companyId, search), search.q)

/** Reads the number that the company set last, by the id of its tool. */
export async function readPartNumbers(
  db: Db,
  companyId: string | null,
  toolIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (companyId === null || toolIds.length === 0) return new Map()
  const found = await db
    .selectDistinctOn([partNumbers.toolId], { toolId: partNumbers.toolId, number: partNumbers.number })
    .from(partNumbers)
    .where(and(eq(partNumbers.companyId, companyId), inArray(partNumbers.toolId, [...toolIds])))
    .orderBy(partNumbers.toolId, desc(partNumbers.id))
  return new Map(found.map(({ toolId, number }) => [toolId, number]))
}
