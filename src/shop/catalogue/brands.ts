import { eq, sql } from 'drizzle-orm'
import { refuse, refuseTaken } from '#contract/refusals.ts'
import { toSlug } from '#contract/slugs.ts'
import type { Db } from '#db/database.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { brands, tools } from '#db/tables/catalogue.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import { mergeChange } from '#shop/merge-change.ts'
import type { Shop } from '#shop/shop.ts'
import { toSortKey } from '#shop/text-match.ts'
import { publishCatalogue } from './publish-catalogue.ts'
import { lockTools } from './tool-parts.ts'

export interface Brand {
  slug: string
  name: string
}

export function listBrands({ db }: Shop): Promise<Brand[]> {
  return db.select({ slug: brands.slug, name: brands.name }).from(brands).orderBy(toSortKey(brands.name))
}

/** Refuses `not_found`, `edit_conflict`, `taken` and `invalid_input`. */
export async function renameBrand(
  shop: Shop,
  admin: Actor,
  slug: string,
  { name }: { name: string },
  shown?: { name?: string | undefined },
): Promise<void> {
  if (toSlug(name) === '') refuse('invalid_input', [{ field: 'name', message: 'The name needs a letter or digit.' }])
  try {
    await transactAs(shop, admin, async transaction => {
      const [present] = await transaction.select().from(brands).where(eq(brands.slug, slug)).for('update')
      if (!present) refuse('not_found')
      await lockTools(transaction, eq(tools.brandId, present.id))
      const merged = mergeChange({ name }, present, shown)
      const newSlug = toSlug(merged.name)
      await transaction.execute(sql`
        with renamed as (
          update ${brands} set name = ${merged.name}, slug = ${newSlug},
            former_slugs = array_append(array_remove(array_remove(former_slugs, ${newSlug}), slug), slug)
          where id = ${present.id}
          returning id, ${present.name}::text as target, ${JSON.stringify({ name: present.name })}::jsonb as before,
            jsonb_build_object('name', name) as after
        ), ${buildAuditEntry(sql`renamed`, admin, 'rename_brand')}
        select 1`)
      await indexToolsOfBrand(transaction, present.id)
    })
  } catch (error) {
    throw isUniqueViolation(error) ? refuseTaken('name', 'Another brand has that name.') : error
  }
  await publishCatalogue(shop)
}

/** The brand's tools have none then. Refuses `not_found`. */
export async function deleteBrand(shop: Shop, admin: Actor, slug: string): Promise<void> {
  await transactAs(shop, admin, async transaction => {
    const [brand] = await transaction.select().from(brands).where(eq(brands.slug, slug)).for('update')
    if (!brand) refuse('not_found')
    await lockTools(transaction, eq(tools.brandId, brand.id))
    // The update fires the trigger that reindexes the tools for the search.
    await transaction.update(tools).set({ brandId: null }).where(eq(tools.brandId, brand.id))
    await transaction.execute(sql`
      with deleted as (
        delete from ${brands} where id = ${brand.id}
        returning id, name as target, jsonb_build_object('name', name) as before, '{}'::jsonb as after
      ), ${buildAuditEntry(sql`deleted`, admin, 'delete_brand')}
      select 1`)
  })
  await publishCatalogue(shop)
}

async function indexToolsOfBrand(db: Db, brandId: string): Promise<void> {
  await db.execute(sql`select index_tool(id) from ${tools} where brand_id = ${brandId} and deleted_at is null`)
}
