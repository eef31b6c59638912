import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { tools } from '#db/tables/catalogue.ts'
import { images, pages, reviews as reviewTable, shopSettings } from '#db/tables/content.ts'
import { readTools, seedCatalogue } from './catalogue.ts'
import { demoAccounts } from './demo-accounts.ts'
import { demoPages } from './pages.ts'
import { reviews } from './reviews.ts'

/** Seeds missing parts only. `full` adds further sizes to the 24 tools that tests know, and pages to the footer. */
export async function seed(
  db: Db,
  full: boolean,
  signUp: (account: (typeof demoAccounts)[number]) => Promise<void>,
): Promise<void> {
  await db.transaction(async transaction => {
    // Several processes may start at once.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo catalogue', 0))`)
    const isEmpty = (await transaction.$count(sql`(select 1 from ${tools} limit 1) as some_tools`)) === 0
    if (!isEmpty) return
    await seedCatalogue(transaction, [
      ...(full ? await readTools('further-tools.csv') : []),
      ...(await readTools('tools.csv')),
    ])
    await seedReviews(transaction)
    if (full) await seedPages(transaction)
  })
  const emails = demoAccounts.map(account => account.email)
  if ((await db.$count(accounts, inArray(accounts.email, emails))) === 0) {
    for (const account of demoAccounts) await signUp(account)
    await db
      .insert(accounts)
      .values(demoAccounts.map(({ email, name, role }) => ({ email, name, role, emailVerified: true })))
  }
}

async function seedReviews(db: Db): Promise<void> {
  const approved = reviews.map(({ avatar, ...review }) => ({
    ...review,
    img: `/images/avatars/${avatar}.svg`,
    approvedAt: new Date(),
  }))
  await db
    .insert(images)
    .values(approved.map(({ img }) => ({ url: img })))
    .onConflictDoNothing()
  await db.insert(reviewTable).values(approved)
}

async function seedPages(db: Db): Promise<void> {
  await db.insert(pages).values(demoPages.map(page => ({ ...page, published: true })))
  await db.update(shopSettings).set({ overrides: { footerPages: demoPages.map(({ slug }) => slug) } })
}
