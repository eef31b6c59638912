import { and, eq, isNull, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { companies, listRows, priceLists } from '#db/tables/companies.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import { lockCompany } from '#shop/companies/companies.ts'
import { mergeChange, type Shown } from '#shop/merge-change.ts'
import type { Shop } from '#shop/shop.ts'

export interface PriceList {
  id: string
  name: string
  companyId: string | null
  /** Whose contract it is; null for a list that companies share. */
  companyName: string | null
  /** Counted up to 10,001. */
  rowCount: number
  companyCount: number
}

/** A list may have far more. */
const maxCountedRows = 10_000

const summaryColumns = {
  id: priceLists.id,
  name: priceLists.name,
  companyId: priceLists.companyId,
  companyName: companies.name,
  rowCount: sql<number>`(select count(*)::int from (
    select from ${listRows} where list_id = price_lists.id limit ${maxCountedRows + 1}) as counted)`,
  companyCount: sql<number>`(select count(*)::int from companies as buyers
    where buyers.price_list_id = price_lists.id or buyers.id = price_lists.company_id)`,
}

/** Contracts stand after the lists that companies share. */
export const listPriceLists = ({ db }: Shop): Promise<PriceList[]> =>
  db
    .select(summaryColumns)
    .from(priceLists)
    .leftJoin(companies, eq(companies.id, priceLists.companyId))
    .orderBy(sql`${priceLists.companyId} is not null`, priceLists.name, priceLists.id)
    .limit(1000)

/** Refuses `list_not_found`. */
export async function getPriceList({ db }: Pick<Shop, 'db'>, id: string): Promise<PriceList> {
  const [list] = await db
    .select(summaryColumns)
    .from(priceLists)
    .leftJoin(companies, eq(companies.id, priceLists.companyId))
    .where(eq(priceLists.id, id))
  return list ?? refuse('list_not_found')
}

export const addPriceList = (shop: Shop, admin: Actor, name: string): Promise<string> =>
  transactAs(shop, admin, async db => {
    const id = await insertPriceList(db, { name })
    await recordAction(db, admin, 'add_price_list', { id, target: name, after: { name } })
    return id
  })

async function insertPriceList(db: Db, values: { name: string; companyId?: string }): Promise<string> {
  const [added] = await db.insert(priceLists).values(values).returning({ id: priceLists.id })
  return added?.id ?? refuse('internal')
}

/** Serializes the changes of a list. Refuses `list_not_found`. */
export async function lockPriceList(db: Db, id: string): Promise<typeof priceLists.$inferSelect> {
  const [list] = await db.select().from(priceLists).where(eq(priceLists.id, id)).for('update')
  return list ?? refuse('list_not_found')
}

/** Refuses `list_not_found` and `edit_conflict`. */
export async function renamePriceList(
  shop: Shop,
  admin: Actor,
  id: string,
  change: { name: string },
  shown?: Shown<{ name: string }>,
): Promise<void> {
  await transactAs(shop, admin, async db => {
    const { name: former } = await lockPriceList(db, id)
    const { name } = mergeChange(change, { name: former }, shown)
    await db.update(priceLists).set({ name }).where(eq(priceLists.id, id))
    await recordAction(db, admin, 'rename_price_list', {
      id,
      target: former,
      before: { name: former },
      after: { name },
    })
  })
}

/** A contract can be deleted: its company pays by its list then. Refuses `list_not_found` and `price_list_used`. */
export async function deletePriceList(shop: Shop, admin: Actor, id: string): Promise<void> {
  await transactAs(shop, admin, async db => {
    const { name } = await lockPriceList(db, id)
    if ((await db.$count(companies, eq(companies.priceListId, id))) > 0) refuse('price_list_used')
    await db.delete(priceLists).where(eq(priceLists.id, id))
    await recordAction(db, admin, 'delete_price_list', { id, target: name, after: { deleted: true } })
  })
}

/** Null for none. Refuses `company_not_found`, and `list_not_found` also for a contract. */
export async function setPriceListOf(
  shop: Shop,
  admin: Actor,
  companyId: string,
  priceListId: string | null,
): Promise<void> {
  await transactAs(shop, admin, async db => {
    const company = await lockCompany(db, companyId)
    const find = async (id: string | null) => {
      const isShared = and(eq(priceLists.id, id ?? sql`null`), isNull(priceLists.companyId))
      const [list] = await db.select({ name: priceLists.name }).from(priceLists).where(isShared).for('key share')
      return list
    }
    const list = await find(priceListId)
    if (priceListId !== null && !list) refuse('list_not_found')
    await db.update(companies).set({ priceListId }).where(eq(companies.id, companyId))
    const before = { priceList: (await find(company.priceListId))?.name ?? '' }
    const after = { priceList: list?.name ?? '' }
    await recordAction(db, admin, 'set_price_list', { id: companyId, target: company.name, before, after })
  })
}

/** The list of one company, which is asked before the one that it shares. Refuses `company_not_found`. */
export const getOrAddContract = (shop: Shop, admin: Actor, companyId: string): Promise<string> =>
  transactAs(shop, admin, async db => {
    const { name: company } = await lockCompany(db, companyId)
    const [present] = await db.select({ id: priceLists.id }).from(priceLists).where(eq(priceLists.companyId, companyId))
    if (present) return present.id
    const name = `Contract of ${company}`
    const id = await insertPriceList(db, { name, companyId })
    await recordAction(db, admin, 'add_price_list', { id, target: name, after: { name } })
    return id
  })
