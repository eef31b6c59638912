import type { z } from 'zod'
import type { Api } from '#api/api.ts'
import type { StreamedFile } from '#api/exports/stream-text.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { OperationId } from '#contract/operations.ts'
import { refuse } from '#contract/refusals.ts'
import { type Actor, hasArea } from '#shop/accounts/actors.ts'
import { type Scope, shopScope, toScope } from '#shop/orders/scope.ts'
import type { Shop } from '#shop/shop.ts'

type Part<Name extends OperationId, Key extends string> = Endpoints[Name] extends {
  [K in Key]: infer S extends z.ZodType
}
  ? z.output<S>
  : undefined

interface HandlerCall<Name extends OperationId> {
  request: Request
  actor: Endpoints[Name]['access'] extends 'public' | 'proof'
    ? undefined
    : Endpoints[Name]['access'] extends 'anybody'
      ? Actor | undefined
      : Actor
  ip: string | undefined
  params: Part<Name, 'params'>
  query: Part<Name, 'query'>
  headers: Part<Name, 'headers'>
  body: Part<Name, 'body'>
  form: Part<Name, 'form'>
}

type HandlerReply<Name extends OperationId> = Endpoints[Name] extends { file: string }
  ? StreamedFile
  : z.input<Endpoints[Name]['reply']>

export type Handlers = {
  [Name in OperationId]: (api: Api, call: HandlerCall<Name>) => Promise<HandlerReply<Name>>
}

export function assertOwnEmail({ account }: Actor, email: string | undefined): void {
  if (email !== undefined && email !== account.email) refuse('not_yours')
}

/** Refuses `member_needed`. */
export const getCompanyId = ({ account }: Actor): string => account.companyId ?? refuse('member_needed')

/** Whose orders the caller may read: admins in charge of orders all, once they have a required second factor. */
export function findScope({ adminsNeedSecondFactor }: Shop, { account, secondFactorAt }: Actor): Scope {
  const actsAsAdmin = hasArea(account, 'orders') && (!adminsNeedSecondFactor || secondFactorAt !== null)
  return actsAsAdmin ? shopScope : toScope(account)
}
