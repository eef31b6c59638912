import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import {
  Company,
  CompanyApplication,
  CompanyChange,
  CompanyDetails,
  CompanyFilter,
  CompanyIdParams,
  CompanyQuery,
  CompanySummary,
  Decline,
  InvitationParams,
  MemberParams,
  Membership,
  NewCompany,
  Place,
  PlaceChange,
} from '#contract/schemas/companies.ts'
import { acknowledged, countReply, idParams, insertedId } from '#contract/schemas/fields.ts'

const invitationOf = idParams.extend(InvitationParams.shape)
const memberOf = idParams.extend(MemberParams.shape)

export const companyEndpoints = {
  getMembership: {
    access: 'account',
    summary:
      'Which company you order for, and in which role; or your application, and who invites you; or your areas as an admin',
    reply: Membership,
  },
  leaveCompany: { access: 'member', summary: 'Leave your company, unless you manage it', reply: acknowledged },
  applyForCompany: {
    access: 'account',
    limit: 'heavy',
    summary: 'Apply to buy as a company; you become its manager once the shop accepts it',
    body: CompanyApplication,
    reply: insertedId,
  },
  acceptInvitation: {
    access: 'account',
    summary: 'Join a company that invites your proven email',
    params: CompanyIdParams,
    reply: acknowledged,
  },
  declineInvitation: {
    access: 'account',
    summary: 'Decline the invitation of a company',
    params: CompanyIdParams,
    reply: acknowledged,
  },
  getOwnCompany: { access: 'member', summary: 'Your company and its members', reply: Company },
  updateOwnCompany: {
    access: 'manager',
    summary: 'Change the data of your company, and whether its orders need a PO number',
    body: CompanyChange,
    reply: acknowledged,
  },
  inviteMember: {
    access: 'manager',
    limit: 'heavy',
    summary: 'Invite an email to your company, for 14 days',
    params: InvitationParams,
    body: Place,
    reply: acknowledged,
  },
  withdrawInvitation: {
    access: 'manager',
    summary: 'Withdraw an invitation of your company',
    params: InvitationParams,
    reply: acknowledged,
  },
  setMember: {
    access: 'manager',
    summary: 'Give another member of your company a role and an amount',
    params: MemberParams,
    body: PlaceChange,
    reply: acknowledged,
  },
  removeMember: {
    access: 'manager',
    summary: 'Remove another member from your company',
    params: MemberParams,
    reply: acknowledged,
  },
  approveOrder: {
    access: 'manager',
    summary: 'Approve an order of your company that waits: it can be paid then',
    params: idParams,
    reply: acknowledged,
  },
  declineOrder: {
    access: 'manager',
    summary: 'Cancel an order of your company that waits for approval, with a reason',
    params: idParams,
    body: Decline,
    reply: acknowledged,
  },
  listCompanies: {
    access: 'admin:accounts',
    summary: 'All companies, searched and filtered; those that were refused by their filter only',
    query: CompanyQuery,
    reply: z.array(CompanySummary),
    cursor: 'last',
  },
  countCompanies: {
    access: 'admin:accounts',
    summary: 'How many companies a search finds',
    query: CompanyFilter,
    reply: countReply,
  },
  addCompany: {
    access: 'admin:accounts',
    summary: 'Add a company and invite its first manager',
    body: NewCompany,
    reply: insertedId,
  },
  getCompany: {
    access: 'admin:accounts',
    summary: 'A company with its members and invitations',
    params: idParams,
    reply: CompanyDetails,
  },
  updateCompany: {
    access: 'admin:accounts',
    summary: 'Change the data of a company',
    params: idParams,
    body: CompanyChange,
    reply: acknowledged,
  },
  acceptCompany: {
    access: 'admin:accounts',
    summary: 'Accept an application: the applicant becomes the manager',
    params: idParams,
    reply: acknowledged,
  },
  refuseCompany: {
    access: 'admin:accounts',
    summary: 'Refuse an application with a reason, which is mailed',
    params: idParams,
    body: Decline,
    reply: acknowledged,
  },
  inviteMemberOf: {
    access: 'admin:accounts',
    summary: 'Invite an email to a company, for 14 days',
    params: invitationOf,
    body: Place,
    reply: acknowledged,
  },
  withdrawInvitationOf: {
    access: 'admin:accounts',
    summary: 'Withdraw an invitation of a company',
    params: invitationOf,
    reply: acknowledged,
  },
  setMemberOf: {
    access: 'admin:accounts',
    summary: 'Give a member of a company a role and an amount',
    params: memberOf,
    body: PlaceChange,
    reply: acknowledged,
  },
  removeMemberOf: {
    access: 'admin:accounts',
    summary: 'Remove a member from a company',
    params: memberOf,
    reply: acknowledged,
  },
  approveAnyOrder: {
    access: 'admin:orders',
    summary: 'Approve an order that waits for its company, on record',
    params: idParams,
    reply: acknowledged,
  },
} as const satisfies Partial<EndpointTable>
