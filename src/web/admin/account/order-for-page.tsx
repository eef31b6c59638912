import { Form, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { Refusal } from '#contract/refusal.ts'
import type { SavedAddress } from '#contract/schemas/addresses.ts'
import type { CartLine } from '#contract/schemas/carts.ts'
import { AddressChoice, readAddressChoice } from '#web/addresses/address-choice.tsx'
import { checkLine, listSummed } from '#web/cart/check-line.ts'
import { LineTable } from '#web/cart/line-table.tsx'
import { useOrderTotal } from '#web/cart/order-total.tsx'
import { LineFailures, listLineFailures } from '#web/checkout/line-failures.tsx'
import { clientContext } from '#web/context.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { Field, FormError, TextArea } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Crumb } from '#web/widgets/crumb.tsx'
import type { Route } from './+types/order-for-page'
import { AddLines } from './add-lines.tsx'
import { callInTurn, useAdminCart } from './use-admin-cart.ts'

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const [account, lines] = await Promise.all([
    getOrNotFound(client.getAccount({ params }), 'account'),
    callInTurn(() => client.listAdminCart({ params })),
  ])
  return { account, lines, key: createId() }
}

interface Failed {
  failure?: string
  errors?: Record<string, string>
  lineFailures?: string[]
  /** The order may have been placed, so a retry must send the same request. */
  isUnanswered?: boolean
}

export async function clientAction({ request, context, params }: Route.ClientActionArgs): Promise<Failed> {
  keepFormOnExpiry(context)
  const client = context.get(clientContext)
  const form = await request.formData()
  const lines: CartLine[] = JSON.parse(String(form.get('lines')))
  const addresses: SavedAddress[] = JSON.parse(String(form.get('addresses')))
  const shipTo = readAddressChoice(form, 'shipTo', addresses)
  if ('errors' in shipTo) return { errors: shipTo.errors, failure: 'Please correct the marked fields.' }
  const readField = (name: string) => String(form.get(name) ?? '').trim()
  const body = {
    lines: lines.map(line => {
      const { toolId, quantity } = line
      return { toolId, quantity, price: (checkLine(line).price?.unitCents ?? 0) / 100 }
    }),
    shipTo: shipTo.address,
    poNumber: readField('poNumber'),
    note: readField('note'),
  }
  const headers = { 'idempotency-key': readField('key') }
  try {
    const { orderId, number } = await callInTurn(() => client.placeOrderForAccount({ params, headers, body }))
    toast('success', `Order ${number} is placed, and its buyer is mailed`)
    throw redirect(`/dashboard/orders/${orderId}`)
  } catch (error) {
    if (error instanceof Response) throw error
    return {
      failure: toErrorMessage(error),
      errors: toFieldErrors(error),
      lineFailures: listLineFailures(error, lines),
      isUnanswered: !(error instanceof Refusal),
    }
  }
}

/** The loader would create a new idempotency key. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  !actionResult?.isUnanswered && defaultShouldRevalidate

export const meta = titleMeta('Order for a buyer')

export default function OrderForPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account, lines: stored, key } = loaderData
  const { lines, changeLine, removeLine, replaceLine, addLines } = useAdminCart(account._id, stored)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="grid gap-1">
        <Crumb to={`/dashboard/users/${account._id}`}>{account.name}</Crumb>
        <h1 className="section-title plain-title wrap-anywhere">Order for {account.name}</h1>
        <p className="max-w-prose text-muted">
          The order belongs to {account.email}, at the prices that they pay. They get a mail with the payment link; the
          admin actions record that you placed it.
        </p>
      </header>
      <AddLines lines={lines} onAdd={addLines} />
      {lines.length === 0 ? (
        <p className="text-muted">No tools yet.</p>
      ) : (
        <>
          <LineTable lines={lines} onChange={changeLine} onRemove={removeLine} onReplace={replaceLine} />
          <PlaceForm account={account} lines={lines} orderKey={key} failed={actionData ?? {}} />
        </>
      )}
    </section>
  )
}

interface PlaceFormProps {
  account: Route.ComponentProps['loaderData']['account']
  lines: readonly CartLine[]
  orderKey: string
  failed: Failed
}

function PlaceForm({ account, lines, orderKey, failed }: PlaceFormProps) {
  const { total } = useOrderTotal(listSummed(lines))
  const busy = useNavigation().formMethod === 'POST'
  const { failure, errors = {}, lineFailures = [] } = failed
  const { name, addresses, profile } = account
  const faulty = lines.filter(line => checkLine(line).problem !== undefined).length
  return (
    <Form method="post" noValidate className="grid gap-6 rounded-box border border-base-300 bg-base-100 p-6">
      <input type="hidden" name="key" value={orderKey} />
      <input type="hidden" name="lines" value={JSON.stringify(lines)} />
      <input type="hidden" name="addresses" value={JSON.stringify(addresses)} />
      <AddressChoice
        legend="Deliver to"
        prefix="shipTo"
        addresses={addresses}
        draft={{}}
        initial={{ name, phone: profile?.phone ?? '' }}
        errors={errors}
        isKeepable={false}
      />
      <Field label="Purchase order number (optional)" name="poNumber" autoComplete="off" error={errors.poNumber} />
      <TextArea label="Note (optional)" name="note" rows={2} error={errors.note} />
      <p className="text-xl">
        <strong className="tabular-nums">{total}</strong> in all
      </p>
      <FormError>{failure}</FormError>
      <LineFailures sentences={lineFailures} />
      {faulty > 0 && (
        <p className="text-error">{faulty === 1 ? 'One line needs' : `${faulty} lines need`} another look.</p>
      )}
      <div>
        <SubmitButton busy={busy} disabled={faulty > 0}>
          Place the order
        </SubmitButton>
      </div>
    </Form>
  )
}
