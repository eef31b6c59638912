export interface PaymentIntent {
  id: string
  clientSecret: string
  /** 'open' can be paid; an 'authorized' card can be captured, and both can be cancelled; 'processing' can't. */
  status: 'open' | 'processing' | 'authorized' | 'succeeded' | 'cancelled'
  amountCents: number
  /** What the bank reserves, until it is captured. */
  capturableCents: number
  receivedCents: number
  currency: string
  orderId: string | undefined
  accountId: string | undefined
}

export interface ProviderRefund {
  /** The provider's. Empty when the provider refused it. */
  id: string
  status: 'pending' | 'succeeded' | 'failed'
  amountCents: number
  /** Why it failed, in the provider's words. */
  failure: string
  /** What `createRefund` was called with; undefined for a refund that was made at the provider's own pages. */
  refundId: string | undefined
  attempt: number
}

export interface Dispute {
  id: string
  amountCents: number
  /** In the provider's words: 'product_not_received'. */
  reason: string
  /** An inquiry takes no money. That of an open or lost dispute is not the shop's. */
  state: 'inquiry' | 'open' | 'won' | 'lost'
  openedAt: Date
  /** Until when the shop can answer it. */
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
  /** Which card form the payment page shows. */
  cardForm: 'sandbox' | 'stripe'
  createIntent: (order: { id: string; accountId: string; totalCents: number }) => Promise<PaymentIntent>
  findIntent: (id: string) => Promise<PaymentIntent | undefined>
  /** Takes what the bank reserves. Idempotent. Returns the current state: still `authorized` when the bank refuses the money. */
  captureIntent: (id: string) => Promise<PaymentIntent | undefined>
  /** Releases an authorization. Returns the current state, also when it can't be cancelled; undefined if the provider doesn't know it. */
  cancelIntent: (id: string) => Promise<PaymentIntent | undefined>
  /**
   * Idempotent per id and attempt, also days later. A refund that the provider refuses has failed, unless another of that
   * amount was made at the provider's own pages that is none of `knownIds`, the provider's ids of refunds that the shop has.
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
