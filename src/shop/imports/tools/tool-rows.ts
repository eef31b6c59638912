import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { maxStock } from '#contract/limits.ts'
import { toSlug } from '#contract/slugs.ts'
import type { Db } from '#db/database.ts'
import { tools } from '#db/tables/catalogue.ts'
import { importRows } from '#db/tables/imports.ts'
import { lockTools } from '#shop/catalogue/tool-parts.ts'
import type { CheckedRow, ReviewedRow, RowKind } from '#shop/imports/row-kind.ts'
import { checkTools } from './check-tools.ts'
import { addBrands, addCategories, writeTools } from './write-tools.ts'

export const toolRows: RowKind = {
  table: tools,
  check: checkTools,
  async prepare(db, { id }, change, runInPortions) {
    // Categories and brands are locked before tools, as where they are deleted.
    await addCategories(db, id, change)
    await addBrands(db, id, runInPortions)
    await lockToolsOf(db, id)
  },
  settle(now, reviewed) {
    const moved = moveStock(now, reviewed)
    return isAsReviewed(moved, reviewed) ? moved : undefined
  },
  write: (db, { id }, rows, change) => writeTools(db, id, rows, change),
}

/** The stock moves by the difference that was reviewed, whatever orders took. */
function moveStock(now: CheckedRow, { before, after, status }: ReviewedRow): CheckedRow {
  if (status === 'new' || status === 'removed') return now
  const moved = { before: { ...now.before }, after: { ...now.after } }
  delete moved.before.available
  delete moved.after.available
  if (after.available !== undefined) {
    moved.before.available = now.stock
    moved.after.available = now.stock + after.available - (before.available ?? 0)
  }
  const isChanged = Object.keys(moved.after).length > 0
  return { ...now, ...moved, status: now.status === 'faulty' ? 'faulty' : isChanged ? 'changed' : 'unchanged' }
}

function isAsReviewed(now: CheckedRow, reviewed: ReviewedRow): boolean {
  const setsStock = reviewed.cells?.available && !reviewed.cells.availableBefore
  if (setsStock && reviewed.toolId !== null && now.stockMoves !== reviewed.stockMoves) return false
  const { available = 0 } = now.after
  if (available < 0 || available > maxStock) return false
  const compare = ({ status, toolId, before, after }: Pick<CheckedRow, 'status' | 'toolId' | 'before' | 'after'>) => {
    // The first spelling of a new brand is that of all rows.
    const fields = [before, after].map(each => ({ ...each, available: undefined, brand: toSlug(each.brand ?? '') }))
    return { status, toolId, fields }
  }
  return isDeepStrictEqual(compare(now), compare(reviewed))
}

const toolsLockedAtOnce = 2_000

/** Locks also the tools that removed ones replace, since these are unlinked. */
async function lockToolsOf(db: Db, id: string): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await db.execute<{ toolId: string }>(sql`
      select tool_id as "toolId" from (
        select tool_id from ${importRows} where import_id = ${id} and status in ('new', 'changed', 'removed')
        union select ${tools.id} from ${tools}, ${importRows} where import_id = ${id} and status = 'removed' and replacement_id = tool_id
      ) as locked where tool_id > ${last} order by tool_id limit ${toolsLockedAtOnce}`)
    const ids = rows.map(({ toolId }) => toolId)
    if (ids.length === 0) return
    await lockTools(db, sql`${tools.id} = any(${sql.param(ids)}::uuid[])`)
    last = ids.at(-1) ?? last
  }
}
