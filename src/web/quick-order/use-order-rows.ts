import { useEffect, useRef, useState } from 'react'
import { tabTexts } from '#web/browser-storage.ts'
import { addLines, describeLeftOut } from '#web/cart/cart-store.ts'
import { toDraftLine } from '#web/cart/draft-line.ts'
import { assertDone, toErrorMessage } from '#web/session/api-errors.ts'
import { toast } from '#web/ui/toast.tsx'
import { lookUpTools, suggestForUnknown } from './look-up.ts'
import {
  checkRow,
  type ListRow,
  mergeRows,
  type RequestedRow,
  resolveRows,
  type ToolsBySku,
  toKey,
  toRequestedRow,
} from './resolve-rows.ts'

const noRows: readonly ListRow[] = []

interface RepeatedRows {
  count: number
  before: readonly ListRow[]
}

/** Adding rows moves those with problems to the top. Rows may change while a call for others is pending. */
export function useOrderRows() {
  const [rows, setRows] = useState(noRows)
  const [pendingCount, setPendingCount] = useState(0)
  const [failure, setFailure] = useState<string>()
  const [repeated, setRepeated] = useState<RepeatedRows>()
  const lastNumber = useRef(0)
  const latest = useRef(rows)
  const pending = useRef(new Set<Promise<unknown>>())

  useEffect(() => {
    if (rows !== noRows) storeRows(rows)
  }, [rows])

  /** Updates `latest` at once, for calls that continue before the next render. */
  function updateRows(update: (shown: readonly ListRow[]) => readonly ListRow[]): void {
    latest.current = update(latest.current)
    setRows(latest.current)
  }

  async function run(work: () => Promise<void>): Promise<boolean> {
    setPendingCount(count => count + 1)
    setFailure(undefined)
    try {
      await work()
      return true
    } catch (error) {
      setFailure(toErrorMessage(error))
      return false
    } finally {
      setPendingCount(count => count - 1)
    }
  }

  async function track<Result>(work: Promise<Result>): Promise<Result> {
    pending.current.add(work)
    return work.finally(() => pending.current.delete(work))
  }

  function addRows(added: readonly RequestedRow[], known?: ToolsBySku): Promise<boolean> {
    const adding = run(async () => {
      const tools = known ?? (await lookUpTools(added.map(({ skus }) => skus)))
      const resolved = resolveRows(added, tools, lastNumber.current + 1)
      lastNumber.current += added.length
      const present = new Set(latest.current.flatMap(({ tool }) => tool?._id ?? []))
      const repeatedCount = resolved.filter(({ tool }) => tool && present.has(tool._id)).length
      setRepeated({ count: repeatedCount, before: latest.current })
      updateRows(shown => sortProblemsFirst(mergeRows([...sortByNumber(shown), ...resolved])))
      // The rows are in the table: without this call, those without a tool stay as they were.
      const repaired = await repairUnknown(resolved).catch(() => new Map<number, ListRow>())
      updateRows(shown => mergeRows(shown.map(row => (row.tool ? row : (repaired.get(row.number) ?? row)))))
    })
    return track(adding)
  }

  const restore = useRef(addRows)
  const hasRestored = useRef(false)
  useEffect(() => {
    // React's strict mode runs effects twice.
    if (hasRestored.current) return
    hasRestored.current = true
    const stored = readStoredRows()
    if (stored.length > 0) restore.current(stored)
  }, [])

  /** Calls `onRepaired` just before the repaired row is shown: other repairs may end before it. */
  async function repairRow(row: ListRow, sku: string, quantity: string, onRepaired: () => void): Promise<void> {
    setRepeated(undefined)
    const repair = checkAgain(row, sku, quantity).then(
      repaired => {
        onRepaired()
        updateRows(shown => mergeRows(shown.map(each => (each.number === row.number ? repaired : each))))
      },
      error => {
        toast('error', toErrorMessage(error))
      },
    )
    await track(repair)
  }

  function removeRow({ number }: ListRow): void {
    setRepeated(undefined)
    updateRows(shown => shown.filter(row => row.number !== number))
  }

  function replaceRows(next: readonly ListRow[]): void {
    setRepeated(undefined)
    lastNumber.current = Math.max(0, ...next.map(({ number }) => number))
    updateRows(() => next)
  }

  async function addToCart(): Promise<number | undefined> {
    let count = 0
    const isDone = await run(async () => {
      await Promise.all(pending.current)
      const valid = sortByNumber(latest.current).filter(row => !hasProblem(row))
      const lines = valid.flatMap(({ tool, quantity }) => (tool ? [toDraftLine(tool, Number(quantity))] : []))
      const leftOut = new Set(await addLines(lines))
      const added = new Set(valid.filter(({ tool }) => tool && !leftOut.has(tool._id)).map(({ number }) => number))
      count = added.size
      updateRows(shown => shown.filter(({ number }) => !added.has(number)))
      assertDone(leftOut.size === 0, describeLeftOut(leftOut.size))
    })
    return isDone || count > 0 ? count : undefined
  }

  return { rows, addRows, repairRow, removeRow, replaceRows, addToCart, busy: pendingCount > 0, failure, repeated }
}

export const hasProblem = ({ problem }: ListRow) => problem !== undefined

const sortByNumber = (rows: readonly ListRow[]) => rows.toSorted((one, other) => one.number - other.number)

const sortProblemsFirst = (rows: readonly ListRow[]) => [
  ...rows.filter(hasProblem),
  ...rows.filter(row => !hasProblem(row)),
]

async function checkAgain({ number, tool }: ListRow, sku: string, quantity: string): Promise<ListRow> {
  const known = tool && tool.sku === sku ? new Map([[toKey(sku), tool]]) : undefined
  const checked = checkRow({ number, sku, quantity }, known ?? (await lookUpTools([[sku]])))
  return (await repairUnknown([checked])).get(number) ?? checked
}

async function repairUnknown(rows: readonly ListRow[]): Promise<ReadonlyMap<number, ListRow>> {
  const suggestions = await suggestForUnknown(rows)
  const skuByRow = new Map<number, string>()
  for (const { number, sku } of rows) {
    const isSame = (tool: { name: string; sku: string }) =>
      toKey(tool.name) === toKey(sku) || normalizeSku(tool.sku) === normalizeSku(sku)
    const [tool, other] = (suggestions.get(sku) ?? []).filter(isSame)
    if (tool && !other) skuByRow.set(number, tool.sku)
  }
  const tools = skuByRow.size > 0 ? await lookUpTools([[...skuByRow.values()]]) : new Map()
  return new Map(
    rows.flatMap((row): [number, ListRow][] => {
      const sku = skuByRow.get(row.number)
      if (sku !== undefined) {
        const found = checkRow({ ...row, sku }, tools)
        return [[row.number, { ...found, corrections: [`“${row.sku}” is read as ${sku}.`, ...found.corrections] }]]
      }
      const similar = suggestions.get(row.sku)
      if (!similar || row.tool) return []
      const choices = similar.map(tool => ({ sku: tool.sku, name: tool.name, quantity: row.quantity }))
      return [[row.number, { ...row, choices }]]
    }),
  )
}

/** Ignores signs and case, as the database does for suggestions. */
const normalizeSku = (sku: string) => sku.toLowerCase().replace(/[^a-z0-9]/g, '') || sku

const key = 'quickOrder'

/** Rows are kept for a reload, Back or a sign-in; a sign-out deletes them. */
function readStoredRows(): RequestedRow[] {
  try {
    const rows: unknown = JSON.parse(tabTexts.read(key) ?? '[]')
    return Array.isArray(rows) ? rows.filter(isRow) : []
  } catch {
    return []
  }
}

const isRow = (row: unknown): row is RequestedRow =>
  typeof row === 'object' && row !== null && 'skus' in row && 'quantities' in row

function storeRows(rows: readonly ListRow[]): void {
  const requests = sortByNumber(rows).map(({ sku, quantity, request }) => request ?? toRequestedRow(sku, quantity))
  if (requests.length === 0) tabTexts.remove(key)
  else tabTexts.keep(key, JSON.stringify(requests), 'Your list is kept')
}
