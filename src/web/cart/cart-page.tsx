import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  Link,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useNavigate,
  useNavigation,
  useRevalidator,
} from 'react-router'
import type { CartLine } from '#contract/schemas/carts.ts'
import { readCheckoutDraft, storeCheckoutDraft } from '#web/checkout/checkout-draft.ts'
import { loadContact } from '#web/checkout/contact.ts'
import { type Failed, placeCartOrder } from '#web/checkout/place-order.ts'
import { type Buyer, PlaceOrderForm, placeOrderId } from '#web/checkout/place-order-form.tsx'
import type { PageHandle } from '#web/context.ts'
import { useSyncedState } from '#web/fields/use-synced-state.ts'
import { readMembership } from '#web/prices/read-membership.ts'
import { titleMeta } from '#web/seo/meta.ts'
import type { SessionAccount } from '#web/session/access-token.ts'
import { apiClient, isAdmin } from '#web/session/api-client.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { findCurrentAccount } from '#web/session/session.ts'
import { Share } from '#web/sharing/share.tsx'
import { Button } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { FormError } from '#web/ui/forms/field.tsx'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useMoney } from '#web/ui/text/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/cart-page'
import { quantitySelector } from './cart-row.tsx'
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
import { LineTable, RemovedNote } from './line-table.tsx'
import { DispatchTime, OrderTotalRows, useOrderTotal } from './order-total.tsx'
import { readPlacedOrder } from './placed-order.ts'
import { replaceInLines } from './replacements.ts'
import { SaveList } from './save-list.tsx'

export const handle = { isPersonal: true } satisfies PageHandle

export async function clientLoader() {
  const account = await findCurrentAccount()
  const [cart, admin] = await Promise.all([loadCart(), account ? isAdmin(account.email) : false])
  const isBuying = account && !admin && cart.lines.length > 0
  return { ...cart, admin, isSignedIn: Boolean(account), buyer: isBuying ? await loadBuyer(account) : undefined }
}

async function loadBuyer({ name, email }: SessionAccount): Promise<Buyer> {
  const [addresses, { phone }, membership] = await Promise.all([
    apiClient.listAddresses({}).catch(() => []),
    loadContact(apiClient, email),
    readMembership(apiClient),
  ])
  return { name, phone, addresses, membership }
}

export async function clientAction({ request }: Route.ClientActionArgs): Promise<Failed> {
  const placed = await placeCartOrder(await request.formData())
  if ('failure' in placed) return placed
  toast('success', `Your order ${placed.number} is placed`)
  throw redirect(`/dashboard/payment/${placed.orderId}`)
}

/** After a refusal, only lines that have changed are loaded again: the order may be placed already, or the session over. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  (actionResult?.failure === undefined || (actionResult.lineFailures?.length ?? 0) > 0) && defaultShouldRevalidate

export const meta = titleMeta('Cart')

export const HydrateFallback = Spinner

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  const formatMoney = useMoney()
  const { lines: loaded, mergedCount, lost, admin, isSignedIn, buyer } = loaderData
  const isViewer = buyer?.membership.role === 'viewer'
  const [lines, setLines] = useSyncedState<readonly CartLine[]>(loaded)
  const [removed, setRemoved] = useState<readonly CartLine[]>([])
  const [failure, setFailure] = useState<string>()
  const [hasReferences, setHasReferences] = useState(() => buyer !== undefined && hasDraftedReferences())
  // It stays, so that repeated submits place one order.
  const [orderKey] = useState(createId)
  const busy = useNavigation().formMethod === 'POST'
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
    first?.querySelector<HTMLElement>(`${quantitySelector}, td:last-child button`)?.focus()
  }

  /** Says and shows what keeps the lines from being ordered. */
  function check(): boolean {
    const wrong = lines.filter(line => checkLine(line).problem !== undefined)
    setFailure(undefined)
    if (wrong.length > 0) {
      setFailure(
        wrong.length === 1 ? 'One line needs another look first.' : `${wrong.length} lines need another look first.`,
      )
      table.current?.querySelector<HTMLElement>(`[data-problem] :is(${quantitySelector}, button)`)?.focus()
    } else if (isBelowMinimum) setFailure(`The minimum order is ${formatMoney(orderMinimum)}.`)
    return wrong.length === 0 && !isBelowMinimum
  }

  function addReferences() {
    flushSync(() => setHasReferences(true))
    table.current?.querySelector<HTMLElement>('[name^="reference."]')?.focus()
  }

  /** Fields of the table belong to the form, too. */
  function storeDraft({ target }: FormEvent) {
    const form = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target.form : null
    if (form?.id === placeOrderId) storeCheckoutDraft(Object.fromEntries(new FormData(form)) as Record<string, string>)
  }

  const sum = (
    <div className="grid gap-2">
      {isBelowMinimum && (
        <p className="text-sm text-muted">
          The minimum order is {formatMoney(orderMinimum)}: {formatMoney(orderMinimum - total)} to go.
        </p>
      )}
      <OrderTotalRows lines={listSummed(lines)} />
      {!isViewer && <DispatchTime />}
      <FormError>{failure}</FormError>
      {unsummedCount > 0 && !failure && (
        <p className="text-sm text-error">
          {unsummedCount === 1 ? 'One line is' : `${unsummedCount} lines are`} not in the total.
        </p>
      )}
    </div>
  )
  const title = (
    <>
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
    </>
  )
  const undoRemoval = <RemovedNote removed={removed} onUndo={undo} />
  if (lines.length === 0)
    return (
      <section className="compact page-width mt-3 grid grid-cols-[minmax(0,1fr)] gap-2">
        {title}
        <EmptyCart />
        {undoRemoval}
      </section>
    )
  return (
    <section
      className="compact page-width mt-3 grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,1fr)_27rem]"
      onInput={storeDraft}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2" inert={busy}>
        {title}
        <LineTable
          ref={table}
          lines={lines}
          onChange={changeLine}
          onRemove={removeLine}
          onReplace={replaceLine}
          references={
            buyer && hasReferences
              ? { formId: placeOrderId, draft: readCheckoutDraft(), errors: actionData?.errors ?? {} }
              : undefined
          }
        />
        <div className="flex flex-wrap gap-2">
          <Link to="/quick-order" className="btn btn-quiet btn-sm">
            Quick order
          </Link>
          {isSignedIn && <SaveList lines={lines} className="btn-sm" />}
          {!isViewer && <Share rows={lines} />}
          {buyer && !isViewer && !hasReferences && (
            <Button className="btn btn-quiet btn-sm" onClick={addReferences}>
              Add your references
            </Button>
          )}
          <Button className="btn btn-quiet btn-sm" onClick={removeAll}>
            Empty the cart
          </Button>
        </div>
        {undoRemoval}
      </div>
      <div className="rounded-box border border-base-300 bg-base-100 p-4 lg:tall:sticky lg:tall:top-19 lg:tall:max-h-[calc(100dvh-5.5rem)] lg:tall:overflow-y-auto lg:tall:scroll-pb-72">
        {buyer && !isViewer ? (
          <PlaceOrderForm
            buyer={buyer}
            lines={lines}
            orderKey={orderKey}
            failed={actionData ?? {}}
            busy={busy}
            check={check}
          >
            {sum}
          </PlaceOrderForm>
        ) : (
          <div className="grid gap-3">
            {sum}
            {isViewer ? (
              <>
                <p>
                  <strong className="font-semibold">
                    You can’t place orders for {buyer.membership.company?.name}.
                  </strong>{' '}
                  Share this cart with a buyer or manager there. You see and pay its orders.
                </p>
                <Share rows={lines} className="btn-primary" />
              </>
            ) : admin ? (
              <p className="text-muted">
                Admins cannot order for themselves. Open the buyer’s account to order for them.
              </p>
            ) : (
              <Button className="btn btn-primary" onClick={() => check() && navigate('/login?from=%2Fcart')}>
                Check out
              </Button>
            )}
          </div>
        )}
      </div>
      {buyer && !isViewer && <PhoneBar lines={lines} />}
    </section>
  )
}

/** Where the form is below the lines, the sum stays in view and leads to it. */
function PhoneBar({ lines }: { lines: readonly CartLine[] }) {
  const { total } = useOrderTotal(listSummed(lines))
  return (
    <div className="total-bar lg:hidden!">
      <p className="text-2xl font-semibold tabular-nums">
        {total} <small className="text-sm font-normal">in all</small>
      </p>
      <a href={`#${placeOrderId}`} className="btn btn-quiet">
        Address and order
      </a>
    </div>
  )
}

const hasDraftedReferences = () => Object.keys(readCheckoutDraft()).some(name => name.startsWith('reference.'))

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
