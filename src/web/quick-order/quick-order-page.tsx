import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { OrderTotal } from '#web/cart/order-total.tsx'
import type { PageHandle } from '#web/context.ts'
import { publicMeta } from '#web/seo/meta.ts'
import { Share } from '#web/sharing/share.tsx'
import { readSharedRows } from '#web/sharing/share-link.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import { formatCount } from '#web/ui/text/format-count.ts'
import { toast } from '#web/ui/toast.tsx'
import { ListForm } from './list-form.tsx'
import { type ListRow, type RequestedRow, type ToolsBySku, toRequestedRow, toSummedLine } from './resolve-rows.ts'
import { RowTable } from './row-table.tsx'
import { hasProblem, useOrderRows } from './use-order-rows.ts'

export const handle = { sharedBy: [] } satisfies PageHandle

export const meta = publicMeta({
  title: 'Quick Order',
  description: 'Order many tools at once: paste SKUs and quantities, or choose a CSV file.',
})

export default function QuickOrder() {
  const { rows, addRows, repairRow, removeRow, replaceRows, addToCart, busy, failure, repeated } = useOrderRows()
  const [addedCount, setAddedCount] = useState(0)
  const [cleared, setCleared] = useState<readonly ListRow[]>([])
  const page = useRef<HTMLElement>(null)
  const moveFocus = useRef<() => void>(undefined)
  const navigate = useNavigate()
  const { hash } = useLocation()
  const readHash = useRef('')
  const valid = rows.filter(row => !hasProblem(row))
  const problemCount = rows.length - valid.length

  // biome-ignore lint/correctness/useExhaustiveDependencies: what has the focus may be gone after a change of the rows
  useLayoutEffect(() => {
    moveFocus.current?.()
    moveFocus.current = undefined
  }, [rows])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a shared link is read once
  useEffect(() => {
    if (hash === readHash.current) return
    readHash.current = hash
    const shared = readSharedRows(hash)
    if (shared.length === 0) return
    // A reload would add the rows again.
    void navigate('/quick-order', { replace: true })
    void checkList(shared.map(({ sku, quantity }) => toRequestedRow(sku, quantity)))
  }, [hash])

  const find = (selector: string) => page.current?.querySelector<HTMLElement>(selector)
  const focusHeading = () => find('h2')?.focus()
  const focusProblem = () => (find('[data-problem] :is(input[aria-invalid=true], button)') ?? find('h2'))?.focus()

  function addToList(added: readonly RequestedRow[], tools?: ToolsBySku): Promise<boolean> {
    setAddedCount(0)
    setCleared([])
    return addRows(added, tools)
  }

  async function checkList(added: readonly RequestedRow[], tools?: ToolsBySku): Promise<boolean> {
    moveFocus.current = focusHeading
    const isDone = await addToList(added, tools)
    if (!isDone) moveFocus.current = undefined
    return isDone
  }

  async function repair(row: ListRow, sku: string, quantity: string, goesOn: boolean) {
    const followRow = () => {
      const own = find(`[data-row="${row.number}"]`)
      const isLost = document.activeElement === document.body
      if (own?.matches('[data-problem]')) {
        if (isLost) own.querySelector<HTMLElement>('input[aria-invalid=true]')?.focus()
      } else if (isLost || (goesOn && own?.contains(document.activeElement))) focusProblem()
    }
    await repairRow(row, sku, quantity, () => {
      moveFocus.current = followRow
    })
  }

  function remove(row: ListRow) {
    moveFocus.current = rows.length > 1 ? focusProblem : () => find('textarea')?.focus()
    removeRow(row)
  }

  function clear() {
    moveFocus.current = () => find('[data-undo]')?.focus()
    setCleared(rows)
    replaceRows([])
  }

  function restore(former: readonly ListRow[]) {
    moveFocus.current = focusHeading
    setCleared([])
    replaceRows(former)
  }

  async function addAll() {
    const count = await addToCart()
    if (count === undefined) return
    if (count > 0) toast('success', `Added ${formatCount(count, nouns)} to the cart`)
    setAddedCount(count)
    if (count === rows.length) await navigate('/cart')
    else focusHeading()
  }

  return (
    <section ref={page} className="compact page-width mt-3 grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-end gap-x-6">
        <h1 className="section-title">Quick Order</h1>
        {rows.length > 0 && (
          <h2 tabIndex={-1} aria-live="polite" className="scroll-mt-20 pb-1 font-sans text-base font-normal text-muted">
            {describeRows(valid.length, problemCount)}
          </h2>
        )}
      </div>
      <ListForm busy={busy} hasRows={rows.length > 0} onCheck={checkList} onAdd={addToList} />
      <FormError>{failure}</FormError>
      {addedCount > 0 && (
        <p role="status">
          {formatCount(addedCount, nouns)} went into the{' '}
          <Link to="/cart" className="link">
            cart
          </Link>
          .
        </p>
      )}
      {cleared.length > 0 && (
        <p role="status" className="flex items-center gap-3">
          The list is cleared.
          <Button className="link py-2" data-undo onClick={() => restore(cleared)}>
            Undo
          </Button>
        </p>
      )}
      {rows.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {repeated && repeated.count > 0 && (
            <p role="status" className="flex flex-wrap items-center gap-x-3">
              {repeated.count === 1 ? '1 row was' : `${repeated.count} rows were`} in the list already: the quantities
              are added up.
              <Button className="link py-2" onClick={() => restore(repeated.before)}>
                Undo
              </Button>
            </p>
          )}
          <RowTable rows={rows} onRepair={repair} onRemove={remove} />
          <div className="total-bar">
            <Button className="btn btn-quiet btn-sm" onClick={clear}>
              Clear the list
            </Button>
            {valid.length > 0 && <Share rows={valid} />}
            <div className="ml-auto">
              <OrderTotal lines={valid.flatMap(toSummedLine)} />
            </div>
            <Button
              className="btn btn-primary max-sm:w-full"
              aria-disabled={busy || valid.length === 0 || undefined}
              onClick={() => !busy && valid.length > 0 && addAll()}
            >
              Add {formatCount(valid.length, nouns)} to the cart
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}

const nouns = ['tool', 'tools'] as const

function describeRows(valid: number, problems: number): string {
  const ready = `${formatCount(valid, nouns)} can be ordered`
  if (problems === 0) return ready
  return `${ready}; ${problems === 1 ? '1 row needs' : `${problems} rows need`} another look`
}
