import { sql } from 'drizzle-orm'
import { type ImportState, isProcessing } from '#contract/states/import-steps.ts'
import type { Db } from '#db/database.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { stockAdjustments, tools } from '#db/tables/catalogue.ts'
import { importRows, imports } from '#db/tables/imports.ts'
import { type ImportRun, mayBe, rowsOfKind } from './import-run.ts'

/** Each import that is not as acknowledged, or not wholly applied or undone, once; of the shop at rest. */
export async function findImportViolations(db: Db, runs: readonly ImportRun[], orderedId: string): Promise<string[]> {
  const { id, state, staleCount } = imports
  const present = new Map((await db.select({ id, state, staleCount }).from(imports)).map(row => [row.id, row]))
  const written = await readWrittenTools(db)
  return [
    ...runs.flatMap(run => {
      const { state, staleCount } = present.get(run.id) ?? { state: 'uploading', staleCount: 0 }
      const problems = [
        ...(isAsAcknowledged(run, state, staleCount) ? [] : ['not as acknowledged']),
        ...findDifferences(written.get(`R${run.number}`) ?? [], describeExpected(state)),
      ]
      return problems.map(problem => `import ${JSON.stringify(run)}, which is ${state}: ${problem}`)
    }),
    ...(await findMovesOfOrdered(db, orderedId)),
    ...(await findRowsInPart(db)),
  ]
}

function isAsAcknowledged(run: ImportRun, state: ImportState, staleCount: number): boolean {
  if (isProcessing(state) || !mayBe(state, run, staleCount)) return false
  if (state === 'undone') return run.undoSent === true
  return state === 'applied' ? run.applySent === true : true
}

/** For each import the tools of its own: how many have which state, stock movements and audit entries. */
async function readWrittenTools(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ run: string; found: string }>(sql`
    with moved as (
      select tool_id, string_agg(delta::text, ' ' order by created_at) as moves from ${stockAdjustments}
      where reason = 'import' group by 1
    ), recorded as (
      select target_id, string_agg(action, ' ' order by created_at) as actions from ${adminActions} group by 1
    ), own as (
      select split_part(sku, '-', 1) as run, substr(split_part(sku, '-', 2), 1, 1) as kind, price_cents, available,
        case when deleted_at is null then 'listed' else 'deleted' end as listing, moves, actions
      from ${tools} left join moved on tool_id = ${tools}.id left join recorded on target_id = ${tools}.id
      where sku ~ '^R[0-9]+-[NPS][0-9]+$'
    )
    select run, concat_ws(', ', count(*) || ' ' || kind, price_cents, available, listing, moves, actions) as found
    from own group by run, kind, price_cents, available, listing, moves, actions`)
  return new Map([...Map.groupBy(rows, ({ run }) => run)].map(([run, all]) => [run, all.map(({ found }) => found)]))
}

function describeExpected(state: ImportState): string[] {
  const n = rowsOfKind
  if (state === 'applied')
    return [
      `${n} N, 900, 10, listed, add_tool`,
      `${n} P, 600, 100, listed, update_tool`,
      `${n} S, 500, 150, listed, 50, update_tool`,
    ]
  if (state === 'undone')
    return [
      `${n} N, 900, 10, deleted, add_tool delete_tool`,
      `${n} P, 500, 100, listed, update_tool update_tool`,
      `${n} S, 500, 100, listed, 50 -50, update_tool update_tool`,
    ]
  return [`${n} P, 500, 100, listed`, `${n} S, 500, 100, listed`]
}

function findDifferences(found: readonly string[], expected: readonly string[]): string[] {
  const [text, expectedText] = [found.toSorted().join('; '), expected.toSorted().join('; ')]
  return text === expectedText ? [] : [`${text} instead of ${expectedText}`]
}

/** Of the tool that is ordered meanwhile: one movement and audit entry for each import, an undo among them. */
async function findMovesOfOrdered(db: Db, orderedId: string): Promise<string[]> {
  const { rows } = await db.execute(sql`
    with steps as (
      select (after ->> 'available')::int - (before ->> 'available')::int as delta, state
      from ${importRows} join ${imports} on ${imports}.id = import_id where tool_id = ${orderedId}
    ), expected as (
      select delta from steps where state in ('applied', 'undone')
    ), found as (
      select delta from ${stockAdjustments} where tool_id = ${orderedId} and reason = 'import'
    )
    (select delta, 'missing' from expected except all select delta, 'missing' from found)
    union all (select delta, 'too many' from found except all select delta, 'too many' from expected)
    union all select count(*), 'entries' from ${adminActions}
      where target_id = ${orderedId} and action = 'update_tool' having count(*) <> (select count(*) from expected)`)
  return rows.map(row => `stock movements of the ordered tool: ${JSON.stringify(row)}`)
}

async function findRowsInPart(db: Db): Promise<string[]> {
  const { rows } = await db.execute(sql`
    select import_id, state, row_count, count(*) from ${importRows}
    join ${imports} on ${imports}.id = import_id where state <> 'uploading' group by 1, 2, 3
    having count(*) <> row_count or bool_or(kept <> '{}')`)
  return rows.map(row => `import in part: ${JSON.stringify(row)}`)
}

/** Pieces of the tool that imports have added. */
export async function countImportedPieces(db: Db, toolId: string): Promise<number> {
  const { rows } = await db.execute<{ pieces: number }>(sql`
    select coalesce(sum(delta), 0)::int as pieces from ${stockAdjustments} where tool_id = ${toolId} and reason = 'import'`)
  return rows[0]?.pieces ?? 0
}
