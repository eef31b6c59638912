import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate, useRevalidator } from 'react-router'
import type { CartLine } from '#contract/schemas/carts.ts'
import { OrderTotal } from '#web/cart/order-total.tsx'
import type { PageHandle } from '#web/context.ts'
import { useSyncedState } from '#web/fields/use-synced-state.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { isAdmin } from '#web/session/api-client.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { findCurrentAccount } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useMoney } from '#web/ui/text/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/cart-page'
import {
  addToCart,
  emptyCart,
  findMissing,
  isQuantity,
  loadCart,
  onCartChangeElsewhere,
  removeCartLine,
  restoreCart,
  setCartLine,
} from './cart-store.ts'
import { checkLine, isUnsummed, listSummed, sumCents } from './check-line.ts'
import { LineTable } from './line-table.tsx'
import { readPlacedOrder } from './placed-order.ts'
import { replaceInLines } from './replacements.ts'
import { SaveList } from './save-list.tsx'

export const handle = { isPersonal: true } satisfies PageHandle

export async function clientLoader() {
  const account = await findCurrentAccount()
  const [cart, admin] = await Promise.all([loadCart(), account ? isAdmin(account.email) : false])
  return { ...cart, admin, isSignedIn: Boolean(account) }
}

export const meta = titleMeta('Cart')

export const HydrateFallback = Spinner

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const formatMoney = useMoney()
  const { lines: loaded, mergedCount, lost, admin, isSignedIn } = loaderData
  const [lines, setLines] = useSyncedState<readonly CartLine[]>(loaded)
  const [removed, setRemoved] = useState<readonly CartLine[]>([])
  const [failure, setFailure] = useState<string>()
  const table = useRef<HTMLTableElement>(null)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  useEffect(() => onCartChangeElsewhere(revalidate), [revalidate])
  const { orderMinimum } = usePageSettings()
  const total = sumCents(lines) / 100
  const unsummedCount = lines.filter(isUnsummed).length
  const isBelowMinimum = total < orderMinimum

  const store = useCallback(
    (toNext: (lines: readonly CartLine[]) => readonly CartLine[], change: Promise<void>) => {
      setLines(toNext)
      setFailure(undefined)
      change.catch(async error => {
        toast('error', toErrorMessage(error))
        await revalidate()
      })
    },
    [setLines, revalidate],
  )

  const changeLine = useCallback(
    (line: CartLine) => {
      const { tool: _, ...stored } = line
      const change = isQuantity(line.quantity) ? setCartLine(stored) : Promise.resolve()
      store(shown => shown.map(each => (each.toolId === line.toolId ? line : each)), change)
    },
    [store],
  )

  const removeLine = useCallback(
    (line: CartLine) => {
      setRemoved([line])
      store(shown => shown.filter(each => each !== line), removeCartLine(line.toolId))
    },
    [store],
  )

  const replaceLine = useCallback(
    (line: CartLine, replacement: CartLine) => {
      const { tool: _, ...stored } = replacement
      const change = addToCart(stored).then(() => removeCartLine(line.toolId))
      store(shown => replaceInLines(shown, line, replacement), change)
    },
    [store],
  )

  function removeAll() {
    setRemoved(lines)
    store(() => [], emptyCart())
  }

  function undo() {
    // The cart can't store a field that was empty.
    const lines = removed.map(line =>
      isQuantity(line.quantity) ? line : { ...line, quantity: line.tool?.minimum ?? 1 },
    )
    const restored = restoreCart(lines.map(({ tool: _, ...line }) => line))
    flushSync(() => {
      setRemoved([])
      store(shown => [...shown, ...findMissing(lines, shown)], restored)
    })
    const [first] = [...(table.current?.tBodies[0]?.rows ?? [])].slice(-removed.length)
    first?.querySelector<HTMLElement>('input, td:last-child button')?.focus()
  }

  function checkOut() {
    const wrong = lines.filter(line => checkLine(line).problem !== undefined)
    if (wrong.length === 0 && isBelowMinimum) return setFailure(`The minimum order is ${formatMoney(orderMinimum)}.`)
    if (wrong.length === 0) return navigate('/checkout')
    setFailure(
      wrong.length === 1 ? 'One line needs another look first.' : `${wrong.length} lines need another look first.`,
    )
    table.current?.querySelector<HTMLElement>('[data-problem] :is(input, button)')?.focus()
  }

  return (
    <section className="compact page-width mt-3 grid grid-cols-[minmax(0,1fr)] gap-2">
      <h1 className="section-title">Cart</h1>
      {mergedCount > 0 && (
        <p className="text-muted">
          What you had put into the cart before you logged in is here, too. If a tool was in both, the larger quantity
          is kept.
        </p>
      )}
      {lost.length > 0 && (
        <p className="text-error">{lost.join(', ')} could not be kept: no longer sold, or the cart is full.</p>
      )}
      {lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <>
          <LineTable ref={table} lines={lines} onChange={changeLine} onRemove={removeLine} onReplace={replaceLine} />
          <div className="total-bar">
            <div className="flex flex-wrap gap-2">
              <Link to="/quick-order" className="btn btn-quiet btn-sm">
                Quick order
              </Link>
              {isSignedIn && <SaveList lines={lines} className="btn-sm" />}
              <Button className="btn btn-quiet btn-sm" onClick={removeAll}>
                Empty the cart
              </Button>
            </div>
            <div className="ml-auto flex flex-wrap items-center justify-end gap-x-6 gap-y-1">
              {isBelowMinimum && (
                <p className="text-sm text-muted">
                  The minimum order is {formatMoney(orderMinimum)}: {formatMoney(orderMinimum - total)} to go.
                </p>
              )}
              <FormError>{failure}</FormError>
              {unsummedCount > 0 && !failure && (
                <p className="text-sm text-error">
                  {unsummedCount === 1 ? 'One line is' : `${unsummedCount} lines are`} not in the total.
                </p>
              )}
              <OrderTotal lines={listSummed(lines)} />
              {admin ? (
                <p className="text-muted">
                  Admins cannot order for themselves. Open the buyer’s account to order for them.
                </p>
              ) : (
                <Button className="btn btn-primary" onClick={checkOut}>
                  Check out
                </Button>
              )}
            </div>
          </div>
        </>
      )}
      {removed.length > 0 && (
        <p role="status" className="flex items-center gap-3">
          {removed.length === 1 ? `${removed[0]?.toolName} was removed.` : `${removed.length} tools were removed.`}
          <Button className="link py-2" onClick={undo}>
            Undo
          </Button>
        </p>
      )}
    </section>
  )
}

function EmptyCart() {
  const placed = readPlacedOrder()
  return (
    <div className="grid justify-items-start gap-4 rounded-box border border-base-300 bg-base-100 p-6">
      <p>Your cart is empty.</p>
      {placed && (
        <p>
          Your order {placed.number} is placed.{' '}
          <Link to={`/dashboard/orders/${placed.orderId}`} className="link">
            Look at it
          </Link>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Link to="/shop" className="btn btn-primary">
          Shop Now
        </Link>
        <Link to="/quick-order" className="btn btn-quiet">
          Quick order
        </Link>
      </div>
    </div>
  )
}
