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
  /** Why the order can't be paid, or could not. */
  failure: string | undefined
  onAuthorized: (paymentIntentId: string) => Promise<void>
  /** The card was refused, perhaps since the order has changed elsewhere. */
  onRefused: () => Promise<void>
}

/** State of a card form. A card that was authorized for this client secret is not charged again: Pay only reports it again. */
export function useCardPayment({ clientSecret, failure, onAuthorized, onRefused }: CardFormProps) {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<CardResult & Pick<CardFormProps, 'clientSecret'>>({ clientSecret })
  const isAuthorized = result.paymentIntentId !== undefined && result.clientSecret === clientSecret

  async function processPayment(pending: Promise<CardResult>) {
    setBusy(true)
    setResult({ clientSecret })
    const settled = await pending
    setResult({ ...settled, clientSecret })
    if (settled.paymentIntentId) await onAuthorized(settled.paymentIntentId)
    if (settled.error) await onRefused()
    setBusy(false)
  }

  return {
    busy,
    // The order is looked at after the card was refused: what is wrong with it is newer, and graver.
    error: failure ?? result.error,
    challenged: result.challenge === true,
    processPayment,
    pay: (charge: () => Promise<CardResult>) => processPayment(isAuthorized ? Promise.resolve(result) : charge()),
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
