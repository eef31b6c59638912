import { useState } from 'react'
import { Form, redirect, replace, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import type { SavedAddress } from '#contract/schemas/addresses.ts'
import { AddressChoice, readAddressChoice } from '#web/addresses/address-choice.tsx'
import { loadCart, storeCartCount } from '#web/cart/cart-store.ts'
import { checkLine, listSummed } from '#web/cart/check-line.ts'
import { type DraftLine, toSentLine } from '#web/cart/draft-line.ts'
import { storePlacedOrder } from '#web/cart/placed-order.ts'
import { clientContext, type PageHandle } from '#web/context.ts'
import { VerifyNotice } from '#web/identity/verify-notice.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { isAdmin } from '#web/session/api-client.ts'
import { sessionEndedMessage, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { accountContext, keepFormOnExpiry, requireSession } from '#web/session/middleware.ts'
import { findCurrentAccount } from '#web/session/session.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { FormError, TextArea } from '#web/ui/forms/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/check-out'
import { clearCheckoutDraft, readCheckoutDraft, storeCheckoutDraft } from './checkout-draft.ts'
import { loadContact } from './contact.ts'
import { LineFailures, listLineFailures } from './line-failures.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PoNumberField } from './po-number-field.tsx'

export const handle = { isPersonal: true } satisfies PageHandle

export const clientMiddleware = [requireSession]

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const { email, name } = context.get(accountContext)
  const [{ lines }, addresses, contact, admin] = await Promise.all([
    loadCart(),
    client.listAddresses({}),
    loadContact(client, email),
    isAdmin(email),
  ])
  // The cart page explains problems of lines.
  if (admin || lines.length === 0 || lines.some(line => checkLine(line).problem)) throw redirect('/cart')
  return { lines, addresses, name, phone: contact.phone, draft: readCheckoutDraft(), key: createId() }
}

type Failed = { failure?: string; errors?: Record<string, string>; lineFailures?: string[] }

export async function clientAction({ request, context }: Route.ClientActionArgs): Promise<Failed> {
  keepFormOnExpiry(context)
  if (!(await findCurrentAccount())) return { failure: sessionEndedMessage }
  const client = context.get(clientContext)
  const form = await request.formData()
  const readField = (name: string) => String(form.get(name) ?? '').trim()
  const shown: DraftLine[] = JSON.parse(readField('lines'))
  const addresses: SavedAddress[] = JSON.parse(readField('addresses'))
  const shipTo = readAddressChoice(form, 'shipTo', addresses)
  const billTo = form.get('sameAddress') === 'on' ? undefined : readAddressChoice(form, 'billTo', addresses)
  const errors = { ...('errors' in shipTo && shipTo.errors), ...(billTo && 'errors' in billTo && billTo.errors) }
  if ('errors' in shipTo || (billTo && 'errors' in billTo))
    return { errors, failure: 'Please correct the marked fields.' }
  const lines = shown.map(line => ({ ...toSentLine(line), reference: readField(`reference.${line.toolId}`) }))
  let placed: Awaited<ReturnType<typeof client.checkOut>>
  try {
    placed = await client.checkOut({
      headers: { 'idempotency-key': readField('key') },
      body: {
        lines,
        shipTo: shipTo.address,
        billTo: billTo?.address,
        poNumber: readField('poNumber'),
        note: readField('note'),
        fromCart: true,
      },
    })
  } catch (error) {
    return {
      failure: toErrorMessage(error),
      errors: toFieldErrors(error),
      lineFailures: listLineFailures(error, shown),
    }
  }
  await client.listCart({}).then(
    cart => storeCartCount(cart.length),
    () => storeCartCount(0),
  )
  storePlacedOrder(placed)
  clearCheckoutDraft()
  const kept = [shipTo, billTo].flatMap(each => (each?.isKept ? [each.address] : []))
  // An address that cannot be saved must not stop a placed order.
  await Promise.allSettled(kept.map(body => client.addAddress({ body })))
  toast('success', `Your order ${placed.number} is placed`)
  throw replace(`/dashboard/payment/${placed.orderId}`)
}

/** A refused order keeps the form: the loader would redirect a cart with a faulty line. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionResult?.failure === undefined && defaultShouldRevalidate

export const meta = titleMeta('Checkout')

export const HydrateFallback = Spinner

export default function CheckOut({ loaderData, actionData }: Route.ComponentProps) {
  const { lines, addresses, name, phone, draft, key } = loaderData
  const busy = useNavigation().state !== 'idle'
  const isDrafted = Object.keys(draft).length > 0
  const [isSameAddress, setSameAddress] = useState(!isDrafted || draft.sameAddress === 'on')
  const { errors = {}, failure, lineFailures = [] }: Failed = actionData ?? {}
  const shown = lines.map((line): DraftLine => {
    const { toolId, toolName, sku, quantity } = line
    return { toolId, toolName, sku, quantity, price: (checkLine(line).price?.unitCents ?? 0) / 100 }
  })

  function storeDraft(form: HTMLFormElement) {
    const { key: _, lines: __, addresses: ___, ...typed } = Object.fromEntries(new FormData(form))
    storeCheckoutDraft(typed as Record<string, string>)
  }

  return (
    <section className="compact page-width mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
      <h1 className="section-title">Checkout</h1>
      <VerifyNotice before="order" />
      <Form
        method="post"
        noValidate
        className="grid items-start gap-4 lg:grid-cols-[1fr_26rem]"
        onInput={event => storeDraft(event.currentTarget)}
      >
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="lines" value={JSON.stringify(shown)} />
        <input type="hidden" name="addresses" value={JSON.stringify(addresses)} />
        <div className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-4">
          <AddressChoice
            legend="Deliver to"
            prefix="shipTo"
            addresses={addresses}
            draft={draft}
            initial={{ name, phone }}
            errors={errors}
          />
          <label className="flex items-center gap-3 py-1">
            <input
              type="checkbox"
              className="checkbox"
              name="sameAddress"
              checked={isSameAddress}
              onChange={event => setSameAddress(event.target.checked)}
            />
            The bill goes to the same address
          </label>
          {!isSameAddress && (
            <AddressChoice
              legend="Bill to"
              prefix="billTo"
              addresses={addresses}
              draft={draft}
              initial={{ name }}
              errors={errors}
            />
          )}
          <PoNumberField initial={draft.poNumber} error={errors.poNumber} />
          <TextArea
            label="Note to the shop (optional)"
            name="note"
            rows={3}
            defaultValue={draft.note}
            error={errors.note}
          />
        </div>
        <div className="grid gap-3 rounded-box border border-base-300 bg-base-100 p-4 lg:top-19 lg:tall:sticky">
          <OrderSummary lines={shown} summed={listSummed(lines)} draft={draft} errors={errors} />
          <FormError>{failure}</FormError>
          <LineFailures sentences={lineFailures} />
          <SubmitButton busy={busy}>Place order</SubmitButton>
          <p className="text-muted">You pay on the next page: that secures your pieces.</p>
        </div>
      </Form>
    </section>
  )
}
