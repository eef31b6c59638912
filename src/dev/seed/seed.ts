import { inArray, sql } from 'drizzle-orm'
import { toSlug } from '#contract/slugs.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import {
  brands as brandTable,
  categories as categoryTable,
  toolSpecifications,
  tools as toolTable,
} from '#db/tables/catalogue.ts'
import { images, reviews as reviewTable } from '#db/tables/content.ts'
import { toSpecificationRow } from '#shop/catalogue/tool-parts.ts'
import { brands, categories, places, type SeedPlace } from './catalogue.ts'
import { demoAccounts } from './demo-accounts.ts'
import { reviews } from './reviews.ts'
import { tools } from './tools.ts'
import { variants } from './variants.ts'

/** Seeds missing parts only. `full` adds the variants to the 24 tools that tests know. */
export async function seed(
  db: Db,
  full: boolean,
  signUp: (account: (typeof demoAccounts)[number]) => Promise<void>,
): Promise<void> {
  await db.transaction(async transaction => {
    // Several processes may start at once.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo catalogue', 0))`)
    const isEmpty = (await transaction.$count(sql`(select 1 from ${toolTable} limit 1) as some_tools`)) === 0
    if (isEmpty) await seedCatalogue(transaction, full)
  })
  const emails = demoAccounts.map(account => account.email)
  if ((await db.$count(accounts, inArray(accounts.email, emails))) === 0) {
    for (const account of demoAccounts) await signUp(account)
    await db
      .insert(accounts)
      .values(demoAccounts.map(({ email, name, role }) => ({ email, name, role, emailVerified: true })))
  }
}

async function seedCatalogue(db: Db, full: boolean): Promise<void> {
  const added = full ? variants : []
  const seeded = [...tools, ...added.map(({ tool }) => tool)]
  const placeOf: Record<string, SeedPlace> = { ...places }
  for (const { tool, place } of added) placeOf[tool.sku] = place
  const newestLast = seeded
    .map(tool => ({ ...tool, priceBreaks: [...tool.priceBreaks], image: `/images/${tool.image}-800.webp` }))
    .reverse()
  const approved = reviews.map(({ avatar, ...review }) => ({
    ...review,
    img: `/images/avatars/${avatar}.svg`,
    approvedAt: new Date(),
  }))
  const urls = new Set([...newestLast.map(({ image }) => image), ...approved.map(({ img }) => img)])
  await db
    .insert(images)
    .values([...urls].map(url => ({ url })))
    .onConflictDoNothing()
  const links = await seedBrandsAndCategories(db, placeOf)
  const rows = await db
    .insert(toolTable)
    .values(newestLast.map(tool => ({ ...tool, ...links(tool.sku) })))
    .returning({ toolId: toolTable.id, sku: toolTable.sku })
  const specifications = rows.flatMap(({ toolId, sku }) =>
    (placeOf[sku]?.specifications ?? []).map((each, index) => ({
      toolId,
      position: index + 1,
      ...toSpecificationRow(each),
    })),
  )
  await db.insert(toolSpecifications).values(specifications)
  await db.execute(sql`select index_tool(id) from ${toolTable}`)
  await db.insert(reviewTable).values(approved)
}

async function seedBrandsAndCategories(db: Db, placeOf: Readonly<Record<string, SeedPlace>>) {
  const ofBrand = new Map<string, string>()
  for (const row of await db
    .insert(brandTable)
    .values(brands.map(name => ({ name, slug: toSlug(name) })))
    .returning())
    ofBrand.set(row.name, row.id)
  const ofCategory = new Map<string, string>()
  for (const [index, { name, parent, filters }] of categories.entries()) {
    const parentId = parent === undefined ? null : ofCategory.get(parent)
    const row = { name, slug: toSlug(name), position: index + 1, filters: [...filters], parentId }
    for (const { id } of await db.insert(categoryTable).values(row).returning()) ofCategory.set(name, id)
  }
  return (sku: string) => {
    const { brand = '', category = '' } = placeOf[sku] ?? {}
    return { brandId: ofBrand.get(brand), categoryId: ofCategory.get(category) }
  }
}
