import { useState } from 'react'
import type { PageSettings } from '#web/context.ts'
import { FormError } from '#web/ui/forms/field.tsx'

export interface Billing {
  name: string
  email: string
}

/** A payment that the bank has authorized, an error in the provider's words, or a challenge (3-D Secure) that the cardholder has to answer. */
export interface CardResult {
  paymentIntentId?: string
  error?: string
  challenge?: true
}

export interface CardFormProps {
  payments: PageSettings['payments']
  clientSecret: string | undefined
  billing: Billing
  paid: boolean
  failure: string | undefined
  /** The last payment has ended: Pay begins another one. */
  hasPaymentEnded: boolean
  onAuthorized: (paymentIntentId: string) => Promise<void>
  /** The card was refused: the order may have changed elsewhere. */
  onRefused: () => Promise<void>
}

/** State of a card form. While it is unknown whether a payment was recorded, Pay only repeats the recording. */
export function useCardPayment({
  hasPaymentEnded,
  onAuthorized,
  onRefused,
}: Pick<CardFormProps, 'hasPaymentEnded' | 'onAuthorized' | 'onRefused'>) {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<CardResult>({})

  async function processPayment(pending: Promise<CardResult>) {
    setBusy(true)
    setResult({})
    const settled = await pending
    setResult(settled)
    if (settled.paymentIntentId) await onAuthorized(settled.paymentIntentId)
    if (settled.error) await onRefused()
    setBusy(false)
  }

  return {
    busy,
    error: result.error,
    challenged: result.challenge === true,
    processPayment,
    pay: (charge: () => Promise<CardResult>) =>
      processPayment(result.paymentIntentId && !hasPaymentEnded ? Promise.resolve(result) : charge()),
  }
}

const fields = [
  ['number', /card number/],
  ['expiry', /expir/],
  ['cvc', /security code/],
] as const

export type CardField = (typeof fields)[number][0]

/** The field that a sentence of the card payment provider is about. */
export function findCardField(error: string | undefined): CardField | undefined {
  return fields.find(([, words]) => error && words.test(error))?.[0]
}

export function CardError({ children }: { children: string | undefined }) {
  return (
    <>
      <FormError>{children}</FormError>
      {children?.includes('declined') && <p>Nothing was charged. Try another card, or ask your bank.</p>}
    </>
  )
}
