import {
  toPlace,
  toWireCompany,
  toWireCompanyDetails,
  toWireCompanySummary,
  toWireMembership,
} from '#api/mappers/companies.ts'
import type { companyEndpoints } from '#contract/endpoints/company-endpoints.ts'
import {
  acceptCompany,
  addCompany,
  applyForCompany,
  findApplication,
  refuseCompany,
} from '#shop/companies/applications.ts'
import { approveOrder, computeAmountLeft } from '#shop/companies/approvals.ts'
import { countCompanies, getCompany, listCompanies, updateCompany } from '#shop/companies/companies.ts'
import { getCompanyDetails } from '#shop/companies/company-details.ts'
import {
  acceptInvitation,
  declineInvitation,
  inviteMember,
  leaveCompany,
  listInvitations,
  listMembers,
  listOwnInvitations,
  removeMember,
  setMember,
  withdrawInvitation,
} from '#shop/companies/members.ts'
import { declineOrder } from '#shop/orders/cancel-orders.ts'
import { shopScope, toScope } from '#shop/orders/scope.ts'
import { getCompanyId, type Handlers } from './handler.ts'

const done = { acknowledged: true }

export const companyHandlers: Pick<Handlers, keyof typeof companyEndpoints> = {
  getMembership: async ({ shop }, { actor: { account } }) =>
    toWireMembership(
      account,
      await computeAmountLeft(shop, account),
      account.companyId === null ? undefined : await getCompany(shop, account.companyId),
      account.companyId === null ? await findApplication(shop, account) : undefined,
      await listOwnInvitations(shop, account),
    ),
  leaveCompany: async ({ shop }, { actor }) => {
    await leaveCompany(shop, actor)
    return done
  },
  applyForCompany: async ({ shop }, { actor, body }) => ({ insertedId: await applyForCompany(shop, actor, body) }),
  acceptInvitation: async ({ shop }, { actor, params }) => {
    await acceptInvitation(shop, actor, params.companyId)
    return done
  },
  declineInvitation: async ({ shop }, { actor, params }) => {
    await declineInvitation(shop, actor, params.companyId)
    return done
  },
  getOwnCompany: async ({ shop }, { actor }) => {
    const id = getCompanyId(actor)
    const isManager = actor.account.companyRole === 'manager'
    const invitations = isManager ? await listInvitations(shop, id) : []
    return toWireCompany(await getCompany(shop, id), await listMembers(shop, id), invitations)
  },
  updateOwnCompany: async ({ shop }, { actor, body: { shown, ...change } }) => {
    await updateCompany(shop, actor, getCompanyId(actor), change, shown)
    return done
  },
  inviteMember: async ({ shop }, { actor, params, body }) => {
    await inviteMember(shop, actor, getCompanyId(actor), { ...params, ...toPlace(body) })
    return done
  },
  withdrawInvitation: async ({ shop }, { actor, params }) => {
    await withdrawInvitation(shop, actor, getCompanyId(actor), params.email)
    return done
  },
  setMember: async ({ shop }, { actor, params, body: { shown, ...place } }) => {
    await setMember(shop, actor, getCompanyId(actor), params.accountId, toPlace(place), shown)
    return done
  },
  removeMember: async ({ shop }, { actor, params }) => {
    await removeMember(shop, actor, getCompanyId(actor), params.accountId)
    return done
  },
  approveOrder: async ({ shop }, { actor, params }) => {
    await approveOrder(shop, actor, toScope(actor.account), params.id)
    return done
  },
  declineOrder: async ({ shop }, { actor, params, body }) => {
    await declineOrder(shop, actor, params.id, body.reason)
    return done
  },
  listCompanies: async ({ shop }, { query }) => (await listCompanies(shop, query)).map(toWireCompanySummary),
  countCompanies: async ({ shop }, { query }) => ({ count: await countCompanies(shop, query) }),
  addCompany: async ({ shop }, { actor, body }) => ({ insertedId: await addCompany(shop, actor, body) }),
  getCompany: async ({ shop }, { params }) => toWireCompanyDetails(await getCompanyDetails(shop, params.id)),
  updateCompany: async ({ shop }, { actor, params, body: { shown, ...change } }) => {
    await updateCompany(shop, actor, params.id, change, shown)
    return done
  },
  acceptCompany: async ({ shop }, { actor, params }) => {
    await acceptCompany(shop, actor, params.id)
    return done
  },
  refuseCompany: async ({ shop }, { actor, params, body }) => {
    await refuseCompany(shop, actor, params.id, body.reason)
    return done
  },
  inviteMemberOf: async ({ shop }, { actor, params: { id, email }, body }) => {
    await inviteMember(shop, actor, id, { email, ...toPlace(body) })
    return done
  },
  withdrawInvitationOf: async ({ shop }, { actor, params }) => {
    await withdrawInvitation(shop, actor, params.id, params.email)
    return done
  },
  setMemberOf: async ({ shop }, { actor, params, body: { shown, ...place } }) => {
    await setMember(shop, actor, params.id, params.accountId, toPlace(place), shown)
    return done
  },
  removeMemberOf: async ({ shop }, { actor, params }) => {
    await removeMember(shop, actor, params.id, params.accountId)
    return done
  },
  approveAnyOrder: async ({ shop }, { actor, params }) => {
    await approveOrder(shop, actor, shopScope, params.id)
    return done
  },
}
