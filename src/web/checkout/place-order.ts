import type { SavedAddress } from '#contract/schemas/addresses.ts'
import { readAddressChoice } from '#web/addresses/address-choice.tsx'
import { callInTurn, storeCartCount } from '#web/cart/cart-store.ts'
import { type DraftLine, toSentLine } from '#web/cart/draft-line.ts'
import { storePlacedOrder } from '#web/cart/placed-order.ts'
import { forgetInterruptedCart } from '#web/home/interrupted-purchase.ts'
import { apiClient } from '#web/session/api-client.ts'
import { sessionEndedMessage, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { findCurrentAccount } from '#web/session/session.ts'
import { clearCheckoutDraft } from './checkout-draft.ts'
import { listLineFailures } from './line-failures.tsx'

export interface Failed {
  failure: string
  errors?: Record<string, string>
  lineFailures?: string[]
}

type Placed = Awaited<ReturnType<typeof apiClient.checkOut>>

/** Sends the cart's lines as the form shows them; with the form's key, repeated submits place one order. */
export async function placeCartOrder(form: FormData): Promise<Placed | Failed> {
  if (!(await findCurrentAccount())) return { failure: sessionEndedMessage }
  const readField = (name: string) => String(form.get(name) ?? '').trim()
  const shown: DraftLine[] = JSON.parse(readField('lines'))
  const addresses: SavedAddress[] = JSON.parse(readField('addresses'))
  const shipTo = readAddressChoice(form, 'shipTo', addresses)
  const billTo = form.get('sameAddress') === 'on' ? undefined : readAddressChoice(form, 'billTo', addresses)
  const errors = { ...('errors' in shipTo && shipTo.errors), ...(billTo && 'errors' in billTo && billTo.errors) }
  if ('errors' in shipTo || (billTo && 'errors' in billTo))
    return { errors, failure: 'Please correct the marked fields.' }
  const lines = shown.map(line => ({ ...toSentLine(line), reference: readField(`reference.${line.toolId}`) }))
  let placed: Placed
  try {
    const headers = { 'idempotency-key': readField('key') }
    const body = {
      lines,
      shipTo: shipTo.address,
      billTo: billTo?.address,
      poNumber: readField('poNumber'),
      note: readField('note'),
      fromCart: true,
    }
    placed = await callInTurn(() => apiClient.checkOut({ headers, body }))
  } catch (error) {
    return {
      failure: toErrorMessage(error),
      errors: toFieldErrors(error),
      lineFailures: listLineFailures(error, shown),
    }
  }
  await apiClient.listCart({}).then(
    cart => storeCartCount(cart.length),
    () => storeCartCount(0),
  )
  storePlacedOrder(placed)
  forgetInterruptedCart()
  clearCheckoutDraft()
  const kept = [shipTo, billTo].flatMap(each => (each?.isKept ? [each.address] : []))
  // An address that cannot be saved must not stop a placed order.
  await Promise.allSettled(kept.map(body => apiClient.addAddress({ body })))
  return placed
}
