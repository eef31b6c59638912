import type { EndpointTable } from '#contract/endpoint.ts'
import {
  AccountAreas,
  AccountBlock,
  AccountDetails,
  NewNote,
  NoteParams,
} from '#contract/schemas/admin/account-details.ts'
import { acknowledged, deletedCount, idParams, modifiedCount } from '#contract/schemas/fields.ts'

export const accountEndpoints = {
  getAccount: {
    access: 'admin:orders|accounts',
    summary: 'An account with its orders, addresses, reviews and notes',
    params: idParams,
    reply: AccountDetails,
  },
  blockAccount: {
    access: 'admin:accounts',
    summary: 'Block an account: end its sessions and refuse its calls and logins; the last admin cannot be blocked',
    params: idParams,
    body: AccountBlock,
    reply: acknowledged,
  },
  unblockAccount: {
    access: 'admin:accounts',
    summary: 'Let a blocked account log in again',
    params: idParams,
    reply: acknowledged,
  },
  setAreas: {
    access: 'full-admin',
    summary:
      'Set the areas an account is in charge of: none makes it a customer; the last admin with all areas keeps them',
    params: idParams,
    body: AccountAreas,
    reply: modifiedCount,
  },
  addAccountNote: {
    access: 'admin:accounts',
    summary: 'Write a note about an account, for admins, once per note id',
    params: NoteParams,
    body: NewNote,
    reply: acknowledged,
  },
  deleteAccountNote: {
    access: 'admin:accounts',
    summary: 'Delete a note about an account',
    params: NoteParams,
    reply: deletedCount,
  },
} as const satisfies Partial<EndpointTable>
