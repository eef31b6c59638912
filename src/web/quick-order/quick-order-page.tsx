import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { addLines } from '#web/cart/cart-store.ts'
import { toCartLine } from '#web/cart/to-cart-line.ts'
import { publicMeta } from '#web/seo/meta.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ListForm } from './list-form.tsx'
import { lookUpTools, suggestForUnknown } from './look-up.ts'
import type { RawRow } from './read-rows.ts'
import { checkRow, computeTotal, mergeRows, type OrderRow, resolveRows } from './resolve-rows.ts'
import { RowTable } from './row-table.tsx'
import { readStoredRows, storeRows } from './stored-rows.ts'

export const meta = publicMeta({
  title: 'Quick Order',
  description: 'Order many tools at once: paste SKUs and quantities, or choose a CSV file.',
})

export default function QuickOrder() {
  const [rows, setRows] = useState<readonly OrderRow[]>([])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [addedCount, setAddedCount] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const good = rows.filter(row => row.problem === undefined)
  const faulty = rows.length - good.length

  function show(next: readonly OrderRow[]) {
    setRows(next)
    storeRows(next)
  }

  /** Adds the rows to those on the page. False when the shop does not answer. */
  async function addRows(added: readonly RawRow[]): Promise<boolean> {
    setBusy(true)
    setFailure(undefined)
    try {
      const all = [...rows.map(toRawRow), ...added].map((row, index) => ({ ...row, number: index + 1 }))
      const resolved = resolveRows(all, await lookUpTools(all))
      show(resolved)
      setAddedCount(0)
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

  /** A row whose control had the focus was repaired or removed. */
  const leavesRow = useRef(false)
  useEffect(() => {
    if (!leavesRow.current || rows.length === 0) return
    leavesRow.current = false
    if (document.activeElement !== document.body) return
    const next = document.querySelector<HTMLElement>('[data-problem] :is(input[aria-invalid=true], button)')
    ;(next ?? heading.current)?.focus()
  }, [rows])

  const restore = useRef(addRows)
  useEffect(() => {
    const stored = readStoredRows()
    if (stored.length > 0) restore.current(stored)
  }, [])

  async function repairRow(row: OrderRow, sku: string, quantity: string) {
    const raw = { number: row.number, cells: [sku, quantity] }
    try {
      const known = row.tool && row.tool.sku === sku ? new Map([[sku.toLowerCase(), row.tool]]) : undefined
      const repaired = checkRow({ number: row.number, sku, quantity }, known ?? (await lookUpTools([raw])))
      const suggestions = repaired.tool ? new Map() : await suggestForUnknown([repaired])
      const next = withSuggestions(repaired, suggestions.get(sku))
      leavesRow.current = true
      setRows(shown => {
        const changed = mergeRows(shown.map(each => (each.number === row.number ? next : each)))
        storeRows(changed)
        return changed
      })
    } catch (error) {
      toast('error', toErrorMessage(error))
    }
  }

  function removeRow({ number }: OrderRow) {
    leavesRow.current = true
    show(rows.filter(row => row.number !== number))
  }

  async function addToCart() {
    setBusy(true)
    try {
      await addLines(good.flatMap(({ tool, quantity }) => (tool ? [toCartLine(tool, Number(quantity))] : [])))
      toast('success', `Added ${countTools(good.length)} to the cart`)
      show(rows.filter(row => row.problem !== undefined))
      setAddedCount(good.length)
      if (faulty === 0) await navigate('/cart')
      else heading.current?.focus()
    } catch (error) {
      setFailure(toErrorMessage(error))
    }
    setBusy(false)
  }

  return (
    <section className="page-width mt-6 grid gap-6 lg:mt-10">
      <h1 className="section-title">Quick Order</h1>
      <ListForm busy={busy} hasRows={rows.length > 0} onAdd={addRows} />
      <FormError>{failure}</FormError>
      {addedCount > 0 && (
        <p role="status">
          {countTools(addedCount)} went into the{' '}
          <Link to="/cart" className="link">
            cart
          </Link>
          .
        </p>
      )}
      {rows.length > 0 && (
        <div className="grid gap-4">
          <h2 ref={heading} tabIndex={-1} className="text-2xl">
            {describeRows(good.length, faulty)}
          </h2>
          <RowTable rows={rows} onRepair={repairRow} onRemove={removeRow} />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Button className="btn btn-quiet" onClick={() => show([])}>
              Clear the list
            </Button>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <p className="text-2xl font-semibold tabular-nums">Total {formatMoney(computeTotal(good) / 100)}</p>
              <Button
                className="btn btn-primary btn-lg"
                aria-disabled={busy || good.length === 0 || undefined}
                onClick={() => !busy && good.length > 0 && addToCart()}
              >
                Add {countTools(good.length)} to the cart
              </Button>
            </div>
          </div>
        </div>
      )}
    </section>
  )
}

const toRawRow = ({ number, sku, quantity }: OrderRow): RawRow => ({
  number,
  cells: [sku, quantity].filter(cell => cell !== ''),
})

function withSuggestions(row: OrderRow, tools: readonly { sku: string; name: string }[] | undefined): OrderRow {
  if (!tools || row.tool) return row
  return { ...row, choices: tools.map(({ sku, name }) => ({ sku, name, quantity: row.quantity })) }
}

const countTools = (count: number) => (count === 1 ? '1 tool' : `${count} tools`)

function describeRows(good: number, faulty: number): string {
  const ready = `${countTools(good)} can be ordered`
  if (faulty === 0) return ready
  return `${ready}; ${faulty === 1 ? '1 row needs' : `${faulty} rows need`} another look`
}
