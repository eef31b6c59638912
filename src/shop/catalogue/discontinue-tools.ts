import { sql } from 'drizzle-orm'
import { createRefusal } from '#contract/refusals.ts'
import { tools } from '#db/tables/catalogue.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import type { ActionResult } from '#shop/bulk-actions.ts'
import type { Shop } from '#shop/shop.ts'
import { publishCatalogue } from './publish-catalogue.ts'

/** A tool that is not in the catalogue is refused with `tool_not_found`. */
export async function actOnTools(
  shop: Shop,
  admin: Actor,
  action: 'discontinue' | 'restore',
  ids: readonly string[],
): Promise<ActionResult[]> {
  const discontinued = action === 'discontinue'
  const statement = sql`
    with locked as (
      select id, name, discontinued <> ${discontinued} as changes from ${tools}
      where id = any(${sql.param([...ids])}::uuid[]) and deleted_at is null
      order by id for no key update
    ), changed as (
      update ${tools} set discontinued = ${discontinued}
      from locked where ${tools}.id = locked.id and changes
      returning ${tools}.id, locked.name as target,
        jsonb_build_object('discontinued', not ${discontinued}::boolean) as before,
        jsonb_build_object('discontinued', ${discontinued}::boolean) as after
    ), ${buildAuditEntry(sql`changed`, admin, 'update_tool')}
    select id, changes from locked`
  const { rows } = await transactAs(shop, admin, db => db.execute<{ id: string; changes: boolean }>(statement))
  const found = new Map(rows.map(({ id, changes }) => [id, changes]))
  if (rows.some(({ changes }) => changes)) await publishCatalogue(shop)
  return ids.map(id => {
    const changes = found.get(id)
    if (changes === undefined) return { id, outcome: 'refused', refusal: createRefusal('tool_not_found') }
    return { id, outcome: changes ? 'done' : 'nothing_to_do' }
  })
}
