import type Stripe from 'stripe'
import type { Dispute, PaymentEvent, ProviderRefund } from './port.ts'

const refundStatuses: Readonly<Record<string, ProviderRefund['status']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

export function toProviderRefund({ id, status, amount, metadata, failure_reason }: Stripe.Refund): ProviderRefund {
  return {
    id,
    status: refundStatuses[status ?? ''] ?? 'pending',
    amountCents: amount,
    failure: failure_reason?.replaceAll('_', ' ') ?? '',
    refundId: metadata?.refundId,
    attempt: Number(metadata?.attempt ?? 1),
  }
}

const disputeStates: Readonly<Record<string, Dispute['state']>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

export function toDispute({ id, amount, reason, status, created, evidence_details }: Stripe.Dispute): Dispute {
  const dueBy = evidence_details?.due_by
  return {
    id,
    amountCents: amount,
    reason,
    state: disputeStates[status] ?? 'open',
    openedAt: new Date(created * 1000),
    dueAt: dueBy ? new Date(dueBy * 1000) : null,
  }
}

export function toPaymentEvent({ id, data: { object } }: Stripe.Event): PaymentEvent | undefined {
  if (!('object' in object)) return undefined
  if (object.object === 'payment_intent') return { id, intentId: object.id, about: 'payment' }
  if (object.object !== 'refund' && object.object !== 'dispute') return undefined
  const intent = 'payment_intent' in object ? object.payment_intent : null
  const intentId = typeof intent === 'object' ? intent?.id : intent
  return intentId ? { id, intentId, about: object.object } : undefined
}
