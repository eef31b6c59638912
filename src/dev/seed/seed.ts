import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { accounts, images, reviews as reviewTable, tools as toolTable } from '#db/tables.ts'
import { demoAccounts } from './demo-accounts.ts'
import { reviews } from './reviews.ts'
import { tools } from './tools.ts'

/** Each part is seeded only where it is missing. */
export async function seed(
  db: Db,
  signUp: ((account: (typeof demoAccounts)[number]) => Promise<void>) | undefined,
): Promise<void> {
  if ((await db.$count(sql`(select 1 from ${toolTable} limit 1) as some_tools`)) === 0) await seedCatalogue(db)
  const emails = demoAccounts.map(account => account.email)
  if (signUp && (await db.$count(accounts, inArray(accounts.email, emails))) === 0) {
    for (const account of demoAccounts) await signUp(account)
    await db
      .insert(accounts)
      .values(demoAccounts.map(({ email, name, role }) => ({ email, name, role, emailVerified: true })))
  }
}

async function seedCatalogue(db: Db): Promise<void> {
  await db.transaction(async tx => {
    const newestLast = tools
      .map(tool => ({ ...tool, priceBreaks: [...tool.priceBreaks], image: `/images/${tool.image}-800.webp` }))
      .reverse()
    const approved = reviews.map(({ avatar, ...review }) => ({
      ...review,
      img: `/images/avatars/${avatar}.svg`,
      approvedAt: new Date(),
    }))
    const urls = new Set([...newestLast.map(({ image }) => image), ...approved.map(({ img }) => img)])
    await tx
      .insert(images)
      .values([...urls].map(url => ({ url })))
      .onConflictDoNothing()
    await tx.insert(toolTable).values(newestLast)
    await tx.insert(reviewTable).values(approved)
  })
}
