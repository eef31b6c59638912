export interface PaymentIntent {
  id: string
  clientSecret: string
  /** 'open' can still be paid or cancelled; 'processing' can't be cancelled any more. */
  status: 'open' | 'processing' | 'succeeded' | 'cancelled'
  amountCents: number
  receivedCents: number
  currency: string
  orderId: string | undefined
  accountId: string | undefined
}

/** That something happened to a payment intent; how it stands now, the provider has to be asked. */
export interface PaymentEvent {
  id: string
  intentId: string
}

/** A card payment provider. Each function rejects with the refusal `payments_unavailable` when it can't be reached. */
export interface Payments {
  /** What a page needs to take a card: the key it may know, and whose form to show. */
  publishableKey: string
  form: 'sandbox' | 'stripe'
  /** Creates the payment intent of an order; repeating it with the same `attempt` returns the same intent. */
  createIntent: (order: {
    id: string
    accountId: string
    totalCents: number
    attempt: number
  }) => Promise<PaymentIntent>
  findIntent: (id: string) => Promise<PaymentIntent | undefined>
  /** Cancels the intent if that can still be done, and returns it as it stands then. */
  cancelIntent: (id: string) => Promise<PaymentIntent>
  /** Gives back all of a succeeded intent's money; once, however often it is called. */
  refund: (id: string) => Promise<void>
  /** What a webhook call tells; undefined where it is of no payment intent. Refuses `signature_invalid`. */
  readEvent: (body: string, signature: string) => PaymentEvent | undefined
}
