import { useEffect, useRef, useState } from 'react'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { toast } from '#web/ui/toast.tsx'
import { lookUpTools, suggestForUnknown } from './look-up.ts'
import type { RawRow } from './read-rows.ts'
import { checkRow, mergeRows, type OrderRow, resolveRows } from './resolve-rows.ts'
import { readStoredRows, storeRows } from './stored-rows.ts'

/** The rows of the list: those that need another look come first when the list is checked, and stay there while they are repaired. */
export function useOrderRows() {
  const [rows, setRows] = useState<readonly OrderRow[]>([])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  function show(next: readonly OrderRow[]) {
    setRows(next)
    storeRows(next)
  }

  /** Adds the rows to those of the list, and checks them all. False when the shop does not answer. */
  async function addRows(added: readonly RawRow[]): Promise<boolean> {
    setBusy(true)
    setFailure(undefined)
    try {
      const present = sortByNumber(rows).map(toRawRow)
      const all = [...present, ...added].map((row, index) => ({ ...row, number: index + 1 }))
      const resolved = resolveRows(all, await lookUpTools(all))
      show([...resolved.filter(needsLook), ...resolved.filter(row => !needsLook(row))])
      const suggestions = await suggestForUnknown(resolved)
      setRows(shown => shown.map(row => withSuggestions(row, suggestions.get(row.sku))))
      return true
    } catch (error) {
      setFailure(toErrorMessage(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  const restore = useRef(addRows)
  useEffect(() => {
    const stored = readStoredRows()
    if (stored.length > 0) restore.current(stored)
  }, [])

  async function repairRow(row: OrderRow, sku: string, quantity: string): Promise<void> {
    const raw = { number: row.number, cells: [sku, quantity] }
    try {
      const known = row.tool && row.tool.sku === sku ? new Map([[sku.toLowerCase(), row.tool]]) : undefined
      const repaired = checkRow({ number: row.number, sku, quantity }, known ?? (await lookUpTools([raw])))
      const suggestions = repaired.tool ? new Map() : await suggestForUnknown([repaired])
      const next = withSuggestions(repaired, suggestions.get(sku))
      setRows(shown => {
        const changed = mergeRows(shown.map(each => (each.number === row.number ? next : each)))
        storeRows(changed)
        return changed
      })
    } catch (error) {
      toast('error', toErrorMessage(error))
    }
  }

  return { rows, show, addRows, repairRow, busy, setBusy, failure, setFailure }
}

export const needsLook = ({ problem }: OrderRow) => problem !== undefined

export const sortByNumber = (rows: readonly OrderRow[]) => rows.toSorted((one, other) => one.number - other.number)

const toRawRow = ({ number, sku, quantity }: OrderRow): RawRow => ({
  number,
  cells: [sku, quantity].filter(cell => cell !== ''),
})

function withSuggestions(row: OrderRow, tools: readonly { sku: string; name: string }[] | undefined): OrderRow {
  if (!tools || row.tool) return row
  return { ...row, choices: tools.map(({ sku, name }) => ({ sku, name, quantity: row.quantity })) }
}
