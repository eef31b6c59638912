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
import type { RawRow } from './read-rows.ts'
import { computeTotal, type OrderRow } from './resolve-rows.ts'
import { RowTable } from './row-table.tsx'
import { needsLook, sortByNumber, useOrderRows } from './use-order-rows.ts'

export const meta = publicMeta({
  title: 'Quick Order',
  description: 'Order many tools at once: paste SKUs and quantities, or choose a CSV file.',
})

export default function QuickOrder() {
  const { rows, show, addRows, repairRow, busy, setBusy, failure, setFailure } = useOrderRows()
  const [addedCount, setAddedCount] = useState(0)
  const [cleared, setCleared] = useState<readonly OrderRow[]>([])
  const page = useRef<HTMLElement>(null)
  /** Moves the keyboard's focus once the rows have changed. */
  const moveFocus = useRef<() => void>(undefined)
  const navigate = useNavigate()
  const good = rows.filter(row => !needsLook(row))
  const faulty = rows.length - good.length

  // biome-ignore lint/correctness/useExhaustiveDependencies: what has the focus may be gone after a change of the rows
  useEffect(() => {
    moveFocus.current?.()
    moveFocus.current = undefined
  }, [rows])

  const find = (selector: string) => page.current?.querySelector<HTMLElement>(selector)
  const focusHeading = () => find('h2')?.focus()
  const focusProblem = () => (find('[data-problem] :is(input[aria-invalid=true], button)') ?? find('h2'))?.focus()

  function addToList(added: readonly RawRow[]): Promise<boolean> {
    setAddedCount(0)
    setCleared([])
    return addRows(added)
  }

  function checkList(added: readonly RawRow[]): Promise<boolean> {
    moveFocus.current = focusHeading
    return addToList(added)
  }

  async function repair(row: OrderRow, sku: string, quantity: string, goesOn: boolean) {
    moveFocus.current = () => {
      const own = find(`[data-row="${row.number}"]`)
      const isLost = document.activeElement === document.body
      if (own?.matches('[data-problem]')) {
        if (isLost) own.querySelector<HTMLElement>('input[aria-invalid=true]')?.focus()
      } else if (isLost || (goesOn && own?.contains(document.activeElement))) focusProblem()
    }
    await repairRow(row, sku, quantity)
  }

  function removeRow({ number }: OrderRow) {
    moveFocus.current = rows.length > 1 ? focusProblem : () => find('textarea')?.focus()
    show(rows.filter(row => row.number !== number))
  }

  function clear() {
    moveFocus.current = () => find('[data-undo]')?.focus()
    setCleared(rows)
    show([])
  }

  function undo() {
    moveFocus.current = focusHeading
    setCleared([])
    show(cleared)
  }

  async function addToCart() {
    setBusy(true)
    try {
      await addLines(
        sortByNumber(good).flatMap(({ tool, quantity }) => (tool ? [toCartLine(tool, Number(quantity))] : [])),
      )
      toast('success', `Added ${countTools(good.length)} to the cart`)
      show(rows.filter(needsLook))
      setAddedCount(good.length)
      if (faulty === 0) await navigate('/cart')
      else focusHeading()
    } catch (error) {
      setFailure(toErrorMessage(error))
    }
    setBusy(false)
  }

  return (
    <section ref={page} className="page-width mt-6 grid gap-6 lg:mt-10">
      <h1 className="section-title">Quick Order</h1>
      <ListForm busy={busy} hasRows={rows.length > 0} onCheck={checkList} onAdd={addToList} />
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
      {cleared.length > 0 && (
        <p role="status" className="flex items-center gap-3">
          The list is cleared.
          <Button className="link py-2" data-undo onClick={undo}>
            Undo
          </Button>
        </p>
      )}
      {rows.length > 0 && (
        <div className="grid gap-4">
          <h2 tabIndex={-1} aria-live="polite" className="scroll-mt-20 text-2xl">
            {describeRows(good.length, faulty)}
          </h2>
          <RowTable rows={rows} onRepair={repair} onRemove={removeRow} />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Button className="btn btn-quiet" onClick={clear}>
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

const countTools = (count: number) => (count === 1 ? '1 tool' : `${count} tools`)

function describeRows(good: number, faulty: number): string {
  const ready = `${countTools(good)} can be ordered`
  if (faulty === 0) return ready
  return `${ready}; ${faulty === 1 ? '1 row needs' : `${faulty} rows need`} another look`
}
