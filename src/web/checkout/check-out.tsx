import { Form, Link, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { computeLineTotal, formatMoney } from '#contract/money.ts'
import { formatQuantity } from '#contract/quantity.ts'
import { Refusal } from '#contract/refusals.ts'
import type { CartLine } from '#contract/schemas/carts.ts'
import { loadCart, storeCartCount } from '#web/cart/cart-store.ts'
import { checkLine, sumCents } from '#web/cart/check-line.ts'
import { clientContext } from '#web/context.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { isAdmin } from '#web/session/admin-role.ts'
import { sessionEndedMessage, toErrorMessage } from '#web/session/api-errors.ts'
import { accountContext, keepFormOnExpiry, requireSession } from '#web/session/middleware.ts'
import { findCurrentAccount } from '#web/session/session.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError, TextArea } from '#web/ui/forms/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/check-out'
import { createKey } from './create-key.ts'
import { loadContact } from './load-contact.ts'

export const clientMiddleware = [requireSession]

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const { email } = context.get(accountContext)
  const [{ lines }, contact, admin] = await Promise.all([
    loadCart(),
    loadContact(client, email),
    isAdmin(client, email),
  ])
  // The cart explains what is wrong with a line.
  if (admin || lines.length === 0 || lines.some(line => checkLine(line).problem)) throw redirect('/cart')
  return { lines, contact, key: createKey() }
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  if (!(await findCurrentAccount())) return { failure: sessionEndedMessage }
  const form = await request.formData()
  const readField = (name: string) => String(form.get(name) ?? '')
  const shown: ShownLine[] = JSON.parse(readField('lines'))
  const lines = shown.map(({ toolId, quantity, price }) => ({ toolId, quantity, price }))
  try {
    const { orderId, number } = await context.get(clientContext).checkOut({
      headers: { 'idempotency-key': readField('key') },
      body: { lines, phone: readField('phone'), address: readField('address'), fromCart: true },
    })
    storeCartCount(0)
    toast('success', `Your order ${number} is placed`)
    throw redirect(`/dashboard/payment/${orderId}`)
  } catch (error) {
    if (error instanceof Response) throw error
    return { failure: toErrorMessage(error), lineFailures: listLineFailures(error, shown) }
  }
}

type ShownLine = Pick<CartLine, 'toolId' | 'toolName' | 'quantity' | 'price'>

function listLineFailures(error: unknown, lines: readonly ShownLine[]): string[] {
  if (!(error instanceof Refusal)) return []
  return error.errors.map(({ field, message }) => {
    const line = lines[Number(field.split('.')[1])]
    return line ? `${line.toolName}: ${message}` : message
  })
}

/** A refused order keeps the form, though its cart would now lead back. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionResult?.failure === undefined && defaultShouldRevalidate

export const meta = titleMeta('Checkout')

export const HydrateFallback = Spinner

export default function CheckOut({ loaderData: { lines, contact, key }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const shown: ShownLine[] = lines.map(line => ({
    toolId: line.toolId,
    toolName: line.toolName,
    quantity: line.quantity,
    price: (checkLine(line).price?.unitCents ?? 0) / 100,
  }))
  return (
    <section className="page-width mt-6 grid gap-5 lg:mt-10">
      <h1 className="section-title">Checkout</h1>
      <Form method="post" noValidate className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="lines" value={JSON.stringify(shown)} />
        <div className="grid gap-3 rounded-box border border-base-300 bg-base-100 p-6">
          <h2 className="text-2xl">{lines.length === 1 ? 'One tool' : `${lines.length} tools`}</h2>
          <ul className="grid gap-2">
            {shown.map(line => (
              <li key={line.toolId} className="flex justify-between gap-4 border-b border-base-300 pb-2">
                <span className="wrap-anywhere">
                  {formatQuantity(line.quantity)} of <strong>{line.toolName}</strong>
                  <span className="block text-sm text-muted">{formatMoney(line.price)} each</span>
                </span>
                <span className="shrink-0 tabular-nums">
                  {formatMoney(computeLineTotal(line.price, line.quantity))}
                </span>
              </li>
            ))}
          </ul>
          <p className="flex justify-between text-2xl font-semibold tabular-nums">
            <span>Total</span>
            <span>{formatMoney(sumCents(lines) / 100)}</span>
          </p>
          <Link to="/cart" className="link justify-self-start py-2">
            Change the cart
          </Link>
        </div>
        <div className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6">
          <h2 className="text-2xl">Deliver to</h2>
          <Field
            label="Phone"
            name="phone"
            type="tel"
            autoComplete="tel"
            defaultValue={contact.phone}
            maxLength={100}
          />
          <TextArea
            label="Address"
            name="address"
            autoComplete="street-address"
            defaultValue={contact.address}
            maxLength={1000}
          />
          <FormError>{actionData?.failure}</FormError>
          {actionData?.lineFailures && actionData.lineFailures.length > 0 && (
            <ul className="grid gap-1 text-error">
              {actionData.lineFailures.map(sentence => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
          <SubmitButton busy={busy}>Place order</SubmitButton>
          <p className="text-muted">You pay on the next page. The pieces are set aside for you until then.</p>
        </div>
      </Form>
    </section>
  )
}
