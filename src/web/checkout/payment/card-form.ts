import { useState } from 'react'
import type { Settings } from '#web/context.ts'

export interface Billing {
  name: string
  email: string
}

/** What came of a card: paid, an error in the provider's words, or a challenge that its holder has to answer. */
export interface CardResult {
  paymentIntentId?: string
  error?: string
  challenge?: true
}

/** What the payment page asks of a card form, whichever provider's it is. */
export interface CardFormProps {
  payments: Settings['payments']
  clientSecret: string | undefined
  billing: Billing
  paid: boolean
  failure: string | undefined
  onPaid: (paymentIntentId: string) => Promise<void>
  /** The card was refused: the order may have changed elsewhere. */
  onRefused: () => Promise<void>
}

/** How a card form stands while the provider answers. A card that is charged already is not charged again. */
export function useCardPayment({ onPaid, onRefused }: Pick<CardFormProps, 'onPaid' | 'onRefused'>) {
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<CardResult>({})

  async function take(coming: Promise<CardResult>) {
    setBusy(true)
    setAnswer({})
    const { paymentIntentId, error } = await keep(coming)
    if (paymentIntentId) await onPaid(paymentIntentId)
    if (error) await onRefused()
    setBusy(false)
  }

  async function keep(coming: Promise<CardResult>): Promise<CardResult> {
    const came = await coming
    setAnswer(came)
    return came
  }

  return {
    busy,
    error: answer.error,
    challenged: answer.challenge === true,
    take,
    /** Charges the card; where that is done already, only the shop has still to hear of it. */
    pay: (charge: () => Promise<CardResult>) => take(answer.paymentIntentId ? Promise.resolve(answer) : charge()),
  }
}
