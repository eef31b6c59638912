import { eq, isNull } from 'drizzle-orm'
import type { CompanyRole } from '#contract/states/company-roles.ts'
import { dayMs } from '#contract/time-zones.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { tools } from '#db/tables/catalogue.ts'
import { companies, listRows, priceLists } from '#db/tables/companies.ts'
import { identityCredentials, identityUsers } from '#db/tables/identity.ts'
import { orders } from '#db/tables/orders.ts'
import { customers } from './customers.ts'
import { demoAccounts } from './demo-accounts.ts'

interface Colleague {
  name: string
  role: CompanyRole
  amountCents?: number
}

interface DemoCompany {
  /** A customer, who manages it or, where it waits for review, has applied. */
  manager: string
  taxId: string
  about: string
  colleagues: readonly Colleague[]
  isAccepted: boolean
}

const demoCompanies: readonly DemoCompany[] = [
  {
    manager: 'Rosa Keller',
    taxId: 'GB 417 5560 50',
    about: 'Doors, stairs and windows, made to measure.',
    colleagues: [
      { name: 'Liam Doyle', role: 'buyer', amountCents: 50_000 },
      { name: 'Nora Finch', role: 'viewer' },
    ],
    isAccepted: true,
  },
  {
    manager: 'Carlos Vega',
    taxId: '34-5550118',
    about: 'Railings and structural steel.',
    colleagues: [{ name: 'Ana Ruiz', role: 'buyer' }],
    isAccepted: true,
  },
  { manager: 'Owen Pryce', taxId: 'GB 300 5519 07', about: 'Slate and lead roofs.', colleagues: [], isAccepted: false },
]

const toEmail = (name: string) => `${name.toLowerCase().replace(' ', '.')}@example.com`

/** The buyer whose newest order waits for approval. */
export const waitingBuyer = { name: 'Liam Doyle', email: toEmail('Liam Doyle') } as const

/** Past orders of a manager become those of the company. Call it before invoices are issued. */
export async function addCompanies(db: Db, now: Date): Promise<void> {
  for (const { manager, taxId, about, colleagues, isAccepted } of demoCompanies) {
    const customer = customers.find(({ address }) => address.name === manager)
    const email = toEmail(manager)
    const [account] = await db.select().from(accounts).where(eq(accounts.email, email))
    if (!customer || !account) throw new Error(`The demo has no customer ${manager}.`)
    const { company: name, street, city, region, postalCode, country, phone } = customer.address
    const [added] = await db
      .insert(companies)
      .values({
        ...{ name, taxId, street, city, region, postalCode, country, phone, email, about },
        appliedBy: account.id,
        acceptedAt: isAccepted ? now : null,
      })
      .returning({ id: companies.id })
    if (isAccepted && added) {
      const companyId = added.id
      await db.update(accounts).set({ companyId, companyRole: 'manager' }).where(eq(accounts.id, account.id))
      await db.update(orders).set({ companyId }).where(eq(orders.accountId, account.id))
      await addPrices(db, { id: companyId, name }, now)
      await db.insert(accounts).values(
        colleagues.map(({ name, role, amountCents = null }) => ({
          ...{ name, email: toEmail(name), emailVerified: true, createdAt: account.createdAt },
          ...{ companyId, companyRole: role, amountCents },
        })),
      )
    }
    await addLogins(db, [{ name: manager }, ...colleagues])
  }
}

/** Companies share a list; the first one has a contract, too. */
async function addPrices(db: Db, company: { id: string; name: string }, now: Date): Promise<void> {
  const validFrom = new Date(now.getTime() - 60 * dayMs).toISOString().slice(0, 10)
  const [present] = await db.select().from(priceLists).where(isNull(priceLists.companyId))
  if (present) {
    await db.update(companies).set({ priceListId: present.id }).where(eq(companies.id, company.id))
    return
  }
  const contractName = `Contract of ${company.name}`
  const [shared, contract] = await db
    .insert(priceLists)
    .values([{ name: 'Trade A' }, { name: contractName, companyId: company.id }])
    .returning({ id: priceLists.id })
  if (!shared || !contract) throw new Error('The demo has no price lists.')
  await db.update(companies).set({ priceListId: shared.id }).where(eq(companies.id, company.id))
  const [saw] = await db.select().from(tools).where(eq(tools.sku, 'CS-185'))
  await db.insert(listRows).values([
    { listId: shared.id, validFrom, percentOff: 4 },
    { listId: shared.id, validFrom, percentOff: 7, discountGroup: 'Saws and chisels' },
    { listId: shared.id, validFrom, percentOff: 6, discountGroup: 'Sanders and grinders' },
    { listId: contract.id, validFrom, percentOff: 12, discountGroup: 'Power saws' },
    {
      ...{ listId: contract.id, validFrom, toolId: saw?.id ?? null, priceCents: 11_200 },
      priceBreaks: [
        { from: 32, priceCents: 10_950 },
        { from: 80, priceCents: 10_400 },
      ],
    },
  ])
}

/** They have the password of the demo buyer. */
async function addLogins(db: Db, people: readonly { name: string }[]): Promise<void> {
  const [, { email: buyer }] = demoAccounts
  const [known] = await db
    .select({ password: identityCredentials.password })
    .from(identityCredentials)
    .innerJoin(identityUsers, eq(identityUsers.id, identityCredentials.userId))
    .where(eq(identityUsers.email, buyer))
  if (!known) return
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const users = people.map(({ name }) => ({
    ...{ id: crypto.randomUUID(), name, email: toEmail(name), emailVerified: true },
    ...times,
  }))
  await db.insert(identityUsers).values(users)
  await db.insert(identityCredentials).values(
    users.map(({ id }) => ({
      ...{ id: crypto.randomUUID(), userId: id, accountId: id, providerId: 'credential' },
      ...{ password: known.password, ...times },
    })),
  )
}
