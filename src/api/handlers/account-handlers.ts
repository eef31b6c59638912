import { toWireAccount, toWireAddress, toWireProfile, toWireReview } from '#api/mappers/accounts.ts'
import { toWireOrder } from '#api/mappers/orders.ts'
import type { accountEndpoints } from '#contract/endpoints/account-endpoints.ts'
import type { AccountDetails as WireAccountDetails } from '#contract/schemas/admin/account-details.ts'
import type { AccountDetails } from '#shop/accounts/account-details.ts'
import { getAccountDetails } from '#shop/accounts/account-details.ts'
import { addNote, deleteNote } from '#shop/accounts/account-notes.ts'
import { blockAccount, unblockAccount } from '#shop/accounts/block-accounts.ts'
import { setAreas } from '#shop/accounts/set-areas.ts'
import type { Handlers } from './handler.ts'

export const accountHandlers: Pick<Handlers, keyof typeof accountEndpoints> = {
  getAccount: async ({ shop }, { params }) => toWireAccountDetails(await getAccountDetails(shop, params.id)),
  blockAccount: async ({ shop }, { actor, params, body }) => {
    await blockAccount(shop, actor, params.id, body.reason)
    return { acknowledged: true }
  },
  unblockAccount: async ({ shop }, { actor, params }) => {
    await unblockAccount(shop, actor, params.id)
    return { acknowledged: true }
  },
  setAreas: async ({ shop }, { actor, params, body }) => ({
    modifiedCount: Number(await setAreas(shop, actor, params.id, { areas: body.areas }, body.shown)),
  }),
  addAccountNote: async ({ shop }, { actor, params, body }) => {
    await addNote(shop, actor, params.id, { id: params.noteId, text: body.text })
    return { acknowledged: true }
  },
  deleteAccountNote: async ({ shop }, { actor, params }) => ({
    deletedCount: Number(await deleteNote(shop, actor, params.id, params.noteId)),
  }),
}

function toWireAccountDetails(details: AccountDetails): WireAccountDetails {
  const { account, company, profile, totals, orders, addresses, reviews, notes } = details
  const { emailVerified, createdAt, blockedAt, blockedReason } = account
  const { unpaidCents, paidCents, ...orderCounts } = totals
  return {
    ...toWireAccount(account),
    ...{ emailVerified, blockedReason, orderCounts },
    createdAt: createdAt.toISOString(),
    blockedAt: blockedAt?.toISOString() ?? null,
    paidTotal: paidCents / 100,
    unpaidTotal: unpaidCents / 100,
    company: company && account.companyRole ? { _id: company.id, name: company.name, role: account.companyRole } : null,
    profile: profile ? toWireProfile(profile, account) : null,
    orders: orders.map(toWireOrder),
    addresses: addresses.map(toWireAddress),
    reviews: reviews.map(toWireReview),
    notes: notes.map(({ id, authorEmail, text, createdAt: time }) => {
      return { _id: id, authorEmail, text, time: time.toISOString() }
    }),
  }
}
