import { inArray } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import type { ChangedFields } from '#db/tables/audit-log.ts'
import { tools } from '#db/tables/catalogue.ts'
import { describeTool } from './tool-parts.ts'

/** Field names are those of the audit log. */
export type ToolSnapshot = Required<
  Pick<
    ChangedFields,
    | 'sku'
    | 'name'
    | 'brand'
    | 'category'
    | 'price_cents'
    | 'price_breaks'
    | 'minimum'
    | 'increment'
    | 'unit_label'
    | 'available'
    | 'tax_percent'
    | 'specifications'
    | 'description'
    | 'image'
    | 'image_alt'
    | 'discontinued'
    | 'replacement_sku'
    | 'gtin'
    | 'manufacturer_number'
    | 'discount_group'
  >
>

/** Keeps the order of the ids, and includes deleted tools. */
export async function readSnapshots(db: Db, ids: readonly string[]): Promise<(ToolSnapshot & { id: string })[]> {
  const rows = await db
    .select({ id: tools.id, snapshot: describeTool })
    .from(tools)
    .where(inArray(tools.id, [...ids]))
  const byId = new Map(rows.map(({ id, snapshot }) => [id, { ...(snapshot as ToolSnapshot), id }]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
