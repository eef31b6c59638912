import { useState } from 'react'
import type { PageSettings } from '#web/context.ts'
import { FormError } from '#web/ui/forms/field.tsx'

export interface Billing {
  name: string
  email: string
}

/** In the provider's words, which may be in the browser's language. */
export interface CardFault {
  message: string
  /** Such as 'incomplete_number': https://docs.stripe.com/error-codes. */
  code?: string | undefined
}

/** A payment that the bank has authorized, a fault, or a challenge (3-D Secure) that the cardholder has to answer. */
export interface CardResult {
  paymentIntentId?: string
  fault?: CardFault
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
    if (settled.fault) await onRefused()
    setBusy(false)
  }

  return {
    busy,
    // The order is looked at after the card was refused: what is wrong with it is newer, and graver.
    fault: failure === undefined ? result.fault : { message: failure },
    challenged: result.challenge === true,
    processPayment,
    pay: (charge: () => Promise<CardResult>) => processPayment(isAuthorized ? Promise.resolve(result) : charge()),
  }
}

const fields = [
  ['number', /number/],
  ['expiry', /expir/],
  ['cvc', /cvc/],
] as const

export type CardField = (typeof fields)[number][0]

export function findCardField({ code = '' }: Partial<CardFault> = {}): CardField | undefined {
  return fields.find(([, codes]) => codes.test(code))?.[0]
}

export function CardError({ fault }: { fault: CardFault | undefined }) {
  return (
    <>
      <FormError>{fault?.message}</FormError>
      {fault?.code === 'card_declined' && <p>Nothing was charged. Try another card, or ask your bank.</p>}
    </>
  )
}
