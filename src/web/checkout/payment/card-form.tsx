import { useState } from 'react'
import type { PageSettings } from '#web/context.ts'
import { FormError } from '#web/ui/forms/field.tsx'

export interface Billing {
  name: string
  email: string
}

/** The message is the provider's, which may be in the browser's language. */
export interface CardFault {
  message: string
  /** A code such as 'incomplete_number': https://docs.stripe.com/error-codes. */
  code?: string | undefined
}

export interface CardResult {
  paymentIntentId?: string
  fault?: CardFault
  challenge?: true
}

export interface CardFormProps {
  payments: PageSettings['payments']
  clientSecret: string | undefined
  billing: Billing
  /** Such as '$129.00'. */
  total: string
  paid: boolean
  failure: string | undefined
  onAuthorized: (paymentIntentId: string) => Promise<void>
  onRefused: () => Promise<void>
}

/** A card that is authorized for this client secret is not charged again: Pay only reports the payment again. */
export function useCardPayment({ clientSecret, paid, failure, onAuthorized, onRefused }: CardFormProps) {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<CardResult & Pick<CardFormProps, 'clientSecret'>>({ clientSecret })
  const isAuthorized = result.paymentIntentId !== undefined && result.clientSecret === clientSecret

  async function processPayment(pending: Promise<CardResult>) {
    setBusy(true)
    setResult({ clientSecret })
    const settled = await pending
    if (settled.paymentIntentId) await onAuthorized(settled.paymentIntentId)
    if (settled.fault) await onRefused()
    setResult({ ...settled, clientSecret })
    setBusy(false)
  }

  return {
    busy,
    fault: paid ? undefined : chooseFault(result.fault, failure),
    challenged: result.challenge === true,
    processPayment,
    pay: (charge: () => Promise<CardResult>) => processPayment(isAuthorized ? Promise.resolve(result) : charge()),
  }
}

/** The order is checked after a refused card, so its failure is newer and takes precedence. */
function chooseFault(fault: CardFault | undefined, failure: string | undefined): CardFault | undefined {
  if (failure !== undefined) return { message: failure }
  // The provider's sentence speaks of its own objects.
  return fault?.code === 'payment_intent_unexpected_state' ? { message: changedElsewhere } : fault
}

const changedElsewhere = 'This payment has changed in another tab. Load the page again: nothing is charged twice.'

const fields = [
  ['number', /number/],
  ['expiry', /expir/],
  ['cvc', /cvc/],
] as const

export type CardField = (typeof fields)[number][0]

export function findCardField({ code = '' }: Partial<CardFault> = {}): CardField | undefined {
  return fields.find(([, codes]) => codes.test(code))?.[0]
}

/** A paid order keeps its disabled button, which only screen readers meet. */
export const getFormClass = (paid: boolean) =>
  paid ? 'sr-only' : 'grid gap-4 rounded-box border border-base-300 bg-base-100 p-4 sm:p-6'

export function CardError({ fault }: { fault: CardFault | undefined }) {
  return (
    <>
      <FormError>{fault?.message}</FormError>
      {fault?.code === 'card_declined' && <p>Nothing was charged. Try another card, or ask your bank.</p>}
    </>
  )
}
