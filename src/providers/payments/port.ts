export interface PaymentIntent {
  id: string
  clientSecret: string
  /** 'open' can be paid or cancelled; 'processing' can't be cancelled. */
  status: 'open' | 'processing' | 'succeeded' | 'cancelled'
  amountCents: number
  receivedCents: number
  currency: string
  orderId: string | undefined
  accountId: string | undefined
}

/** A change of a payment intent. Events may arrive late or out of order: read the state by `findIntent`. */
export interface PaymentEvent {
  id: string
  intentId: string
}

/** Calls reject with the refusal `payments_unavailable` when the provider can't be reached. */
export interface Payments {
  publishableKey: string
  /** Which card form the page shows. */
  form: 'sandbox' | 'stripe'
  /** Idempotent: the same `attempt` returns the same intent. */
  createIntent: (order: {
    id: string
    accountId: string
    totalCents: number
    attempt: number
  }) => Promise<PaymentIntent>
  findIntent: (id: string) => Promise<PaymentIntent | undefined>
  /** Cancels the intent if possible and returns its current state. */
  cancelIntent: (id: string) => Promise<PaymentIntent>
  /** Refunds a succeeded intent in full. Idempotent. */
  refund: (id: string) => Promise<void>
  /** Reads a webhook call; undefined for other objects than payment intents. Refuses `signature_invalid`. */
  readEvent: (body: string, signature: string) => PaymentEvent | undefined
}
