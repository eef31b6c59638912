import assert from 'node:assert/strict'
import type { InputOf } from '#contract/client.ts'
import type { TestAccount, TestShop } from './open-shop.ts'

type Place = InputOf<'setMember'>['body']

export type TestMember = TestAccount & { id: string; companyId: string }

/** Somebody new, whom the admin invites. */
export async function joinCompany(
  shop: TestShop,
  admin: TestAccount,
  companyId: string,
  place: Place,
): Promise<TestMember> {
  const member = await shop.createVerifiedBuyer()
  await admin.client.inviteMemberOf({ params: { id: companyId, email: member.email }, body: place })
  await member.client.acceptInvitation({ params: { companyId } })
  const { members } = await member.client.getOwnCompany({})
  const { _id: id } = members.find(({ email }) => email === member.email) ?? assert.fail('no member')
  return { ...member, id, companyId }
}

export const companyData = {
  name: 'Moss & Sons',
  taxId: 'GB 980 7806 84',
  street: '1 Forge Lane',
  city: 'Leeds',
  region: '',
  postalCode: 'LS1 4AP',
  country: 'United Kingdom',
  phone: '555 0100',
  email: 'office@example.com',
}

/** A company with a member of each role; the buyer's amount is $500. */
export async function createCompany(shop: TestShop, admin: TestAccount, name = companyData.name) {
  const body = { ...companyData, name, managerEmail: 'nobody@example.com' }
  const { insertedId: id } = await admin.client.addCompany({ body })
  return {
    id,
    manager: await joinCompany(shop, admin, id, { role: 'manager' }),
    buyer: await joinCompany(shop, admin, id, { role: 'buyer', amount: 500 }),
    viewer: await joinCompany(shop, admin, id, { role: 'viewer' }),
  }
}
