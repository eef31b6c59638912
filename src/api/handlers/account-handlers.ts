import { toWireAccountDetails } from '#api/mappers/account-details.ts'
import type { accountEndpoints } from '#contract/account-endpoints.ts'
import { getAccountDetails } from '#shop/accounts/account-details.ts'
import { addNote, deleteNote } from '#shop/accounts/account-notes.ts'
import { blockAccount, unblockAccount } from '#shop/accounts/block-accounts.ts'
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
  addAccountNote: async ({ shop }, { actor, params, body }) => {
    await addNote(shop, actor, params.id, { id: params.noteId, text: body.text })
    return { acknowledged: true }
  },
  deleteAccountNote: async ({ shop }, { actor, params }) => ({
    deletedCount: Number(await deleteNote(shop, actor, params.id, params.noteId)),
  }),
}
