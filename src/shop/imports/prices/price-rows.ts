import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { listRows } from '#db/tables/companies.ts'
import type { ImportRecord } from '#db/tables/imports.ts'
import type { CheckedRow, ReviewedRow, RowKind } from '#shop/imports/row-kind.ts'
import { lockPriceList } from '#shop/prices/price-lists.ts'
import { checkPrices } from './check-prices.ts'

export const priceRows: RowKind = {
  table: listRows,
  check: checkPrices,
  async prepare(db, record, { actor, note }) {
    const { id, name } = await lockPriceList(db, getListId(record))
    const action = {
      action: 'import_list_rows' as const,
      targetKind: 'price_list' as const,
      before: {},
      after: { note },
    }
    await db
      .insert(adminActions)
      .values({ ...action, actorId: actor.id, actorEmail: actor.email, targetId: id, target: name })
  },
  settle: (now, reviewed) => (isDeepStrictEqual(pickReviewed(now), pickReviewed(reviewed)) ? now : undefined),
  async write(db, record, rows) {
    const listId = getListId(record)
    await deleteRows(
      db,
      listId,
      rows.filter(({ status }) => status === 'removed'),
    )
    await saveRows(
      db,
      listId,
      rows.filter(({ status }) => status === 'new' || status === 'changed'),
    )
  },
}

const getListId = ({ listId }: Pick<ImportRecord, 'listId'>): string => listId ?? refuse('list_not_found')

const pickReviewed = ({ status, toolId, before, after }: CheckedRow | ReviewedRow) => ({
  status,
  toolId,
  before,
  after,
})

async function saveRows(db: Db, listId: string, rows: readonly CheckedRow[]): Promise<void> {
  const records = rows.map(({ toolId, after }) => ({
    tool_id: toolId,
    discount_group: after.discount_group ?? null,
    valid_from: after.validFrom,
    price_cents: after.price_cents ?? null,
    price_breaks: after.price_breaks ?? [],
    percent_off: after.percentOff ?? null,
  }))
  if (records.length > 0)
    await db.execute(sql`
      insert into ${listRows} (list_id, tool_id, discount_group, valid_from, price_cents, price_breaks, percent_off)
      select ${listId}, tool_id, discount_group, valid_from, price_cents, price_breaks, percent_off
      from jsonb_populate_recordset(null::list_rows, ${JSON.stringify(records)}::jsonb)
      on conflict on constraint list_rows_key do update
      set price_cents = excluded.price_cents, price_breaks = excluded.price_breaks, percent_off = excluded.percent_off`)
}

async function deleteRows(db: Db, listId: string, rows: readonly CheckedRow[]): Promise<void> {
  const keys = rows.map(({ toolId, before }) => ({
    tool_id: toolId,
    discount_group: before.discount_group ?? null,
    valid_from: before.validFrom,
  }))
  if (keys.length > 0)
    await db.execute(sql`
      delete from ${listRows} using jsonb_populate_recordset(null::list_rows, ${JSON.stringify(keys)}::jsonb) as former
      where list_rows.list_id = ${listId} and list_rows.valid_from = former.valid_from
        and list_rows.tool_id is not distinct from former.tool_id
        and list_rows.discount_group is not distinct from former.discount_group`)
}
