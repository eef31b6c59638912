import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { toolColumnTitles } from '#contract/cells/tool-cells.ts'
import { Refusal } from '#contract/refusal.ts'
import { type ImportState, isProcessing } from '#contract/states/import-steps.ts'
import type { Db } from '#db/database.ts'
import { tools } from '#db/tables/catalogue.ts'
import type { RemoteAccount } from './load-client.ts'

export interface ImportRun {
  id: string
  /** From 1: its tools have SKUs that begin with it. */
  number: number
  goal: 'check' | 'apply' | 'undo'
  /** The furthest state that the shop has acknowledged. */
  reached: ImportState
  applySent?: true
  undoSent?: true
  /** How often the server was killed while the import was to be checked, applied or undone. */
  interruptions: number
}

/** Rows of each kind in a file: new tools, prices, stock. One more moves the stock of the tool that is ordered. */
export const rowsOfKind = 80
export const orderedSku = 'ANVIL'
/** Every import sets the stock of the tool that is ordered to this. */
const orderedStock = 20_000_000
const rank: Partial<Record<ImportState, number>> = {
  checking: 1,
  checked: 2,
  applying: 3,
  applied: 4,
  undone: 5,
}
const getRank = (state: ImportState) => rank[state] ?? 0

export function createImportRun(number: number, random: () => number): ImportRun {
  const goal = (['check', 'apply', 'undo', 'undo'] as const)[Math.floor(random() * 4)] ?? 'undo'
  return { id: crypto.randomUUID(), number, goal, reached: 'uploading', interruptions: 0 }
}

/** The tools whose prices and stock the imports of these numbers change: 'R7-P1' has a price for number 7. */
export async function addImportedTools(db: Db, runs: number): Promise<void> {
  await db.execute(sql`
    insert into ${tools} (sku, name, image, price_cents, minimum, available, description)
    select 'R' || run || '-' || kind || n, 'Tool', '/images/claw-hammer-800.webp', 500, 1, 100, 'To be imported.'
    from generate_series(1, ${runs}::int) run, generate_series(1, ${rowsOfKind}::int) n, unnest('{P,S}'::text[]) kind`)
}

export async function uploadImport({ client }: RemoteAccount, run: ImportRun): Promise<void> {
  if (run.reached !== 'uploading') return
  await client.addImport({ params: { id: run.id }, form: { file: buildFile(run.number) } })
  run.reached = 'checking'
}

/** Takes the uploaded import from its present state to its goal, and returns what it has seen go back. Idempotent. */
export async function continueImport({ client }: RemoteAccount, run: ImportRun): Promise<string[]> {
  const params = { id: run.id }
  for (;;) {
    const { state, version, staleCount } = await client.getImport({ params })
    if (!mayBe(state, run, staleCount)) return [`import ${JSON.stringify(run)} went back to ${state}`]
    run.reached = state
    if (hasReachedGoal(run)) return []
    if (state === 'checked') {
      const isRepeated = run.applySent
      run.applySent = true
      await unlessTaken(client.applyImport({ params, body: { version } }), isRepeated)
      run.reached = 'applying'
    }
    if (state === 'applied') await undo(client, run)
    await pause(50)
  }
}

/** Starts or continues the import that undoes it. */
async function undo(client: RemoteAccount['client'], run: ImportRun): Promise<void> {
  run.undoSent = true
  const started = await client.undoImport({ params: { id: run.id } }).catch(ignoreTaken)
  if (!started) return
  const params = { id: started._id }
  const { state, version } = await client.getImport({ params })
  if (state === 'checked') await client.applyImport({ params, body: { version } }).catch(ignoreTaken)
}

/** It never goes back, unless its rows are checked anew since another import has moved the same stock. */
export function mayBe(state: ImportState, { reached }: ImportRun, staleCount: number): boolean {
  const mayBeChecked = reached === 'applying' && staleCount > 0
  return getRank(state) >= getRank(mayBeChecked ? 'checking' : reached)
}

/** Whether the shop is still checking, applying or undoing it. */
export async function isImportAtWork({ client }: RemoteAccount, { id }: ImportRun): Promise<boolean> {
  const { state } = await client.getImport({ params: { id } }).catch(error => {
    if (error instanceof Refusal && error.code === 'not_found') return { state: 'uploading' as const }
    throw error
  })
  return isProcessing(state)
}

const goalStates = { check: 'checked', apply: 'applied', undo: 'undone' } as const

export const hasReachedGoal = ({ goal, reached }: ImportRun) => reached === goalStates[goal]

export function describeRuns(runs: readonly ImportRun[]): string {
  const count = (goal: ImportRun['goal']) => runs.filter(run => run.goal === goal && hasReachedGoal(run)).length
  const interruptions = runs.reduce((sum, run) => sum + run.interruptions, 0)
  return `${runs.length} imports (${count('apply')} applied, ${count('undo')} undone, ${interruptions} times unfinished at a kill)`
}

/** The reply to the first request may be lost. */
function unlessTaken(request: Promise<unknown>, isRepeated: true | undefined): Promise<unknown> {
  return isRepeated ? request.catch(ignoreTaken) : request
}

function ignoreTaken(error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === 'changed_meanwhile')) throw error
}

function buildFile(run: number): File {
  const { sku, name, price, minimum, available, description } = toolColumnTitles
  const numbers = Array.from({ length: rowsOfKind }, (_, index) => index + 1)
  const rows = [
    [sku, name, price, minimum, available, description],
    ...numbers.map(n => [`R${run}-N${n}`, 'Tool', '9.00', '1', '10', 'Imported.']),
    ...numbers.map(n => [`R${run}-P${n}`, '', '6.00', '', '', '']),
    ...numbers.map(n => [`R${run}-S${n}`, '', '', '', '150', '']),
    [orderedSku, '', '', '', String(orderedStock + run * 1000), ''],
  ]
  return new File([rows.map(cells => cells.join()).join('\n')], `run-${run}.csv`, { type: 'text/csv' })
}
