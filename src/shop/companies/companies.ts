import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { companies } from '#db/tables/companies.ts'
import { orders } from '#db/tables/orders.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import { mergeChange, type Shown } from '#shop/merge-change.ts'
import { buildKeysetPage, countRows, type PagePosition, sortsByAge } from '#shop/pagination.ts'
import type { Shop } from '#shop/shop.ts'
import { containsText } from '#shop/text-match.ts'
import { assertTaxId } from './tax-ids.ts'

export type Company = typeof companies.$inferSelect

export type CompanyData = Pick<
  Company,
  'name' | 'taxId' | 'street' | 'city' | 'region' | 'postalCode' | 'country' | 'phone' | 'email'
>

/** Refuses `company_not_found`. */
export async function getCompany({ db }: Pick<Shop, 'db'>, id: string): Promise<Company> {
  const [company] = await db.select().from(companies).where(eq(companies.id, id))
  return company ?? refuse('company_not_found')
}

/** Serializes changes of a company and of its invitations. Refuses `company_not_found`. */
export async function lockCompany(db: Db, id: string): Promise<Company> {
  const [company] = await db.select().from(companies).where(eq(companies.id, id)).for('no key update')
  return company ?? refuse('company_not_found')
}

export type CompanyChange = CompanyData & Pick<Company, 'poRequired'>

/** Only admins change name and tax id. Refuses `company_not_found`, `edit_conflict` and `invalid_input`. */
export async function updateCompany(
  shop: Shop,
  actor: Actor,
  id: string,
  change: CompanyChange,
  shown?: Shown<CompanyChange>,
): Promise<void> {
  await transactAs(shop, actor, async db => {
    const present = await lockCompany(db, id)
    const merged = mergeChange(change, present, shown)
    if (actor.account.role !== 'admin') assertSameIdentity(merged, present)
    if (merged.taxId !== present.taxId) assertTaxId(merged.taxId)
    await db.update(companies).set(merged).where(eq(companies.id, id))
    if (actor.account.role !== 'admin') return
    const { name: target, taxId, street, city, region, postalCode, country, phone, email, poRequired } = present
    const before = { name: target, taxId, street, city, region, postalCode, country, phone, email, poRequired }
    await recordAction(db, actor, 'update_company', { id, target, before, after: { ...merged } })
  })
}

/** The shop has reviewed them: invitations and invoices go out with them. */
function assertSameIdentity(merged: CompanyChange, present: Company): void {
  const message = 'Ask us to change this.'
  const changed = (['name', 'taxId'] as const).filter(field => merged[field] !== present[field])
  if (changed.length > 0)
    refuse(
      'invalid_input',
      changed.map(field => ({ field, message })),
    )
}

export interface CompanySearch {
  q?: string | undefined
  state?: 'applied' | 'accepted' | 'refused' | 'withoutManager' | undefined
}

export type ListedCompany = Company & { members: number; orders: number; lastOrderAt: string | null }

const hasManager = sql`exists (select from ${accounts} where company_id = companies.id and company_role = 'manager'
  and blocked_at is null)`

export const isApplied = and(isNull(companies.acceptedAt), isNull(companies.refusedAt))

const states = {
  applied: isApplied,
  accepted: isNotNull(companies.acceptedAt),
  refused: isNotNull(companies.refusedAt),
  withoutManager: sql`${companies.acceptedAt} is not null and not ${hasManager}`,
} as const satisfies Record<NonNullable<CompanySearch['state']>, SQL | undefined>

/** Refused applications are found only by their state. */
const buildSearchFilter = ({ q, state }: CompanySearch) =>
  and(
    state ? states[state] : isNull(companies.refusedAt),
    q ? containsText(q, companies.name, companies.taxId) : undefined,
  )

export async function listCompanies(
  { db }: Shop,
  { sort = 'newest', q, state, ...page }: CompanySearch & PagePosition & { sort?: keyof typeof sortsByAge | undefined },
): Promise<ListedCompany[]> {
  const { where, orderBy, toListOrder } = buildKeysetPage(companies, sortsByAge[sort], page)
  const rows = await db
    .select({
      company: companies,
      members: sql<number>`(select count(*)::int from ${accounts} where company_id = companies.id)`,
      orders: sql<number>`(select count(*)::int from ${orders} where company_id = companies.id and state <> 'cancelled')`,
      lastOrderAt: sql<
        string | null
      >`(select created_at from ${orders} where company_id = companies.id and state <> 'cancelled' order by id desc limit 1)`,
    })
    .from(companies)
    .where(and(buildSearchFilter({ q, state }), where))
    .orderBy(orderBy)
    .limit(page.limit)
  return toListOrder(rows.map(({ company, ...counts }) => ({ ...company, ...counts })))
}

export const countCompanies = ({ db }: Shop, search: CompanySearch): Promise<number> =>
  countRows(db, companies, buildSearchFilter(search), search.q)
