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

/** Events may arrive late or out of order: read the state by `findIntent`. */
export interface PaymentEvent {
  id: string
  intentId: string
}

/** Calls refuse `payments_unavailable`. */
export interface Payments {
  publishableKey: string
  /** Which card form the payment page shows. */
  cardForm: 'sandbox' | 'stripe'
  /** Idempotent per `attempt`. */
  createIntent: (order: {
    id: string
    accountId: string
    totalCents: number
    attempt: number
  }) => Promise<PaymentIntent>
  findIntent: (id: string) => Promise<PaymentIntent | undefined>
  /** Returns the current state, also when it can't be cancelled; undefined if the provider doesn't know it. */
  cancelIntent: (id: string) => Promise<PaymentIntent | undefined>
  /** Idempotent. */
  refund: (id: string) => Promise<void>
  /** Undefined for objects other than payment intents. Refuses `signature_invalid`. */
  readEvent: (body: string, signature: string) => PaymentEvent | undefined
}
