import type { Currency } from '#contract/pricing/currencies.ts'

export interface PaymentIntent {
  id: string
  clientSecret: string
  /** `open` can be paid; an `authorized` card can be captured; both can be cancelled, but `processing` can't. */
  status: 'open' | 'processing' | 'authorized' | 'succeeded' | 'cancelled'
  amountCents: number
  /** Amount that the bank reserves until the capture. */
  capturableCents: number
  receivedCents: number
  /** In small letters. */
  currency: string
  orderId: string | undefined
  accountId: string | undefined
}

export interface ProviderRefund {
  /** The provider's id; empty if the provider refused the refund. */
  id: string
  status: 'pending' | 'succeeded' | 'failed'
  amountCents: number
  failure: string
  /** The id passed to `createRefund`; undefined for a refund made in the provider's dashboard. */
  refundId: string | undefined
  attempt: number
}

export interface Dispute {
  id: string
  amountCents: number
  /** In the provider's words, such as 'product_not_received'. */
  reason: string
  /** An inquiry takes no money; an open or lost dispute does. */
  state: 'inquiry' | 'open' | 'won' | 'lost'
  openedAt: Date
  dueAt: Date | null
}

/** Events may arrive late or out of order: read the state by `findIntent`, `listRefunds` and `listDisputes`. */
export interface PaymentEvent {
  id: string
  intentId: string
  about: 'payment' | 'refund' | 'dispute'
}

/** Calls refuse `payments_unavailable`. */
export interface Payments {
  publishableKey: string
  cardForm: 'sandbox' | 'stripe'
  createIntent: (order: {
    id: string
    accountId: string
    totalCents: number
    currency: Currency
  }) => Promise<PaymentIntent>
  findIntent: (id: string) => Promise<PaymentIntent | undefined>
  /** Idempotent. Returns the current state, still `authorized` if the bank refuses the capture. */
  captureIntent: (id: string) => Promise<PaymentIntent | undefined>
  /** Returns the current state, even if the intent can't be cancelled; undefined if the provider doesn't know it. */
  cancelIntent: (id: string) => Promise<PaymentIntent | undefined>
  /**
   * Idempotent per id and attempt, even days later. A refund that the provider refuses has failed, unless a refund of that
   * amount was made in the provider's dashboard. `knownIds` are the provider's ids of refunds that the shop already has.
   */
  createRefund: (refund: {
    id: string
    attempt: number
    intentId: string
    amountCents: number
    knownIds: readonly string[]
  }) => Promise<ProviderRefund>
  listRefunds: (intentId: string) => Promise<ProviderRefund[]>
  listDisputes: (intentId: string) => Promise<Dispute[]>
  /** Undefined for objects other than payment intents, refunds and disputes. Refuses `signature_invalid`. */
  readEvent: (body: string, signature: string) => PaymentEvent | undefined
}
