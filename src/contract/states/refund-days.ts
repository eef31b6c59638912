import { dayMs } from '#contract/time-zones.ts'

/** Stripe: five to ten business days (https://docs.stripe.com/refunds, read on 2026-11-29); two weeks hold ten of them. */
const cardRefundDays = 14

/** When a refund that was sent at this time is on the card, as a rule. */
export const findArrivalOnCard = (sentAt: Date): Date => new Date(sentAt.getTime() + cardRefundDays * dayMs)
