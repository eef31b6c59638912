import type { Client, InputOf } from '#contract/client.ts'
import type { CompanyRole } from '#contract/states/company-roles.ts'
import { createNumberReader } from '#web/fields/read-numbers.ts'
import { readLatest, readShown } from '#web/fields/shown-record.tsx'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { createId } from '#web/ui/create-id.ts'
import { toast } from '#web/ui/toast.tsx'

type Place = InputOf<'inviteMember'>['body']
type PlaceChange = InputOf<'setMember'>['body']

/** What is done with the members of one's own company, or of any for an admin. */
export interface MemberCalls {
  invite: (email: string, body: Place) => Promise<unknown>
  withdraw: (email: string) => Promise<unknown>
  set: (accountId: string, body: PlaceChange) => Promise<unknown>
  remove: (accountId: string) => Promise<unknown>
}

export const toOwnMemberCalls = (client: Client): MemberCalls => ({
  invite: (email, body) => client.inviteMember({ params: { email }, body }),
  withdraw: email => client.withdrawInvitation({ params: { email } }),
  set: (accountId, body) => client.setMember({ params: { accountId }, body }),
  remove: accountId => client.removeMember({ params: { accountId } }),
})

export const toMemberCallsOf = (client: Client, id: string): MemberCalls => ({
  invite: (email, body) => client.inviteMemberOf({ params: { id, email }, body }),
  withdraw: email => client.withdrawInvitationOf({ params: { id, email } }),
  set: (accountId, body) => client.setMemberOf({ params: { id, accountId }, body }),
  remove: accountId => client.removeMemberOf({ params: { id, accountId } }),
})

export interface Outcome {
  failure?: string
  errors?: Readonly<Record<string, string>>
  latest?: object
  saved?: string
}

const readText = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

function readPlace(form: FormData, amount: number): Place {
  const role = readText(form, 'role') as CompanyRole
  return { role, amount: role === 'buyer' && !Number.isNaN(amount) ? amount : null }
}

const handlers: Record<string, (calls: MemberCalls, form: FormData, amount: number) => Promise<string>> = {
  invite: async (calls, form, amount) => {
    const email = readText(form, 'email')
    await calls.invite(email, readPlace(form, amount))
    return `We have sent the invitation to ${email}`
  },
  withdraw: async (calls, form) => {
    await calls.withdraw(readText(form, 'email'))
    return 'The invitation is withdrawn'
  },
  setMember: async (calls, form, amount) => {
    await calls.set(readText(form, 'accountId'), { ...readPlace(form, amount), shown: readShown(form) })
    return `${readText(form, 'name')} is changed`
  },
  removeMember: async (calls, form) => {
    await calls.remove(readText(form, 'accountId'))
    return `${readText(form, 'name')} is removed`
  },
}

/** Returns undefined for what is not about members. */
export async function handleMembers(calls: MemberCalls, form: FormData): Promise<Outcome | undefined> {
  const intent = readText(form, 'intent')
  const handler = handlers[intent]
  if (!handler) return undefined
  const email = readText(form, 'email')
  if (intent === 'invite' && email === '') return { errors: { email: 'Whom do you invite?' } }
  const { errors: wrongNumbers, readDecimal } = createNumberReader(form)
  const amount = readDecimal('amount')
  if (wrongNumbers.amount) return { errors: wrongNumbers }
  try {
    toast('success', await handler(calls, form, amount))
    return { saved: createId() }
  } catch (error) {
    const errors = toFieldErrors(error)
    if (intent === 'withdraw' || intent === 'removeMember') toast('error', toErrorMessage(error))
    const failure = Object.keys(errors).length === 0 && { failure: toErrorMessage(error) }
    return { errors, latest: readLatest(form, error), ...failure }
  }
}
