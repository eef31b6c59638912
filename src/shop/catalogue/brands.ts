import { eq, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { toSlug } from '#contract/specifications.ts'
import type { Db } from '#db/database.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { brands, tools } from '#db/tables/catalogue.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import type { Shop } from '#shop/shop.ts'
import { lockTools } from './tool-parts.ts'

export interface Brand {
  slug: string
  name: string
}

export function listBrands({ db }: Shop): Promise<Brand[]> {
  return db.select({ slug: brands.slug, name: brands.name }).from(brands).orderBy(sql`lower(${brands.name})`)
}

/** Refuses `brand_not_found`, `brand_taken` and `invalid_input`. */
export async function renameBrand(shop: Shop, admin: Account, slug: string, name: string): Promise<void> {
  const newSlug = toSlug(name)
  if (newSlug === '') refuse('invalid_input', [{ field: 'name', message: 'The name has a letter or digit.' }])
  try {
    await shop.db.transaction(async transaction => {
      const { rows } = await transaction.execute<{ id: string }>(sql`
        with present as (select * from ${brands} where slug = ${slug} for update), renamed as (
          update ${brands} set name = ${name}, slug = ${newSlug} from present where brands.id = present.id
          returning brands.id, present.name as target, jsonb_build_object('name', present.name) as before,
            jsonb_build_object('name', brands.name) as after
        ), ${buildAuditEntry(sql`renamed`, admin, 'rename_brand')}
        select id from renamed`)
      await indexToolsOfBrand(transaction, rows[0]?.id ?? refuse('brand_not_found'))
    })
  } catch (error) {
    throw isUniqueViolation(error) ? refuse('brand_taken') : error
  }
  await shop.notifications.publish('tools')
}

/** Its tools have none then. Refuses `brand_not_found`. */
export async function deleteBrand(shop: Shop, admin: Account, slug: string): Promise<void> {
  await shop.db.transaction(async transaction => {
    const [brand] = await transaction.select().from(brands).where(eq(brands.slug, slug)).for('update')
    if (!brand) refuse('brand_not_found')
    await lockTools(transaction, eq(tools.brandId, brand.id))
    // Its name leaves the words that searches find: the trigger indexes them.
    await transaction.update(tools).set({ brandId: null }).where(eq(tools.brandId, brand.id))
    await transaction.execute(sql`
      with deleted as (
        delete from ${brands} where id = ${brand.id}
        returning id, name as target, jsonb_build_object('name', name) as before, '{}'::jsonb as after
      ), ${buildAuditEntry(sql`deleted`, admin, 'delete_brand')}
      select 1`)
  })
  await shop.notifications.publish('tools')
}

async function indexToolsOfBrand(db: Db, brandId: string): Promise<void> {
  await db.execute(sql`select index_tool(id) from ${tools} where brand_id = ${brandId} and deleted_at is null`)
}
