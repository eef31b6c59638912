import type { AccountDetails as WireAccountDetails } from '#contract/schemas/account-details.ts'
import type { AccountDetails } from '#shop/accounts/account-details.ts'
import { toWireAccount, toWireAddress, toWireProfile, toWireReview } from './accounts.ts'
import { toWireOrder } from './orders.ts'

export function toWireAccountDetails(details: AccountDetails): WireAccountDetails {
  const { account, profile, totals, orders, addresses, reviews, notes } = details
  const { emailVerified, createdAt, blockedAt, blockedReason } = account
  const { unpaidCents, paidCents, ...orderCounts } = totals
  return {
    ...toWireAccount(account),
    ...{ emailVerified, blockedReason, orderCounts },
    createdAt: createdAt.toISOString(),
    blockedAt: blockedAt?.toISOString() ?? null,
    paidTotal: paidCents / 100,
    unpaidTotal: unpaidCents / 100,
    profile: profile ? toWireProfile(profile, account) : null,
    orders: orders.map(toWireOrder),
    addresses: addresses.map(toWireAddress),
    reviews: reviews.map(toWireReview),
    notes: notes.map(({ id, authorEmail, text, createdAt: time }) => {
      return { _id: id, authorEmail, text, time: time.toISOString() }
    }),
  }
}
