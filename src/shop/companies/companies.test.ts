import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { PersonalData } from '#contract/schemas/personal-data.ts'
import { inviteMember } from '#shop/companies/members.ts'
import { companyData, createCompany, joinCompany } from '#test/companies.ts'
import { settleBehind } from '#test/concurrent-calls.ts'
import { type AddedTool, assertRefused, buildOrderInput, type TestAccount } from '#test/open-shop.ts'
import { payOrder, readEvent, requestReturn } from '#test/orders.ts'
import { readPersonalData } from '#test/personal-data.ts'
import { prepare, prepareCheckedShop } from '#test/prepare.ts'
import { readActor } from '#test/read-actor.ts'

const shop = prepareCheckedShop({ TAX_PERCENT: '20' })
const admin = prepare(() => shop.logInAsAdmin())
const tool = prepare(() => shop.addTool({ price: 10, available: 100_000 }))

async function placeOrder(buyer: TestAccount, quantity: number, poNumber = '', of: AddedTool = tool): Promise<string> {
  const { body } = buildOrderInput(of, buyer, quantity)
  await buyer.client.placeOrder({ body: { ...body, poNumber } })
  const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
  return order?._id ?? assert.fail('no order')
}

const getStatus = async ({ client }: TestAccount, id: string) =>
  (await client.getOrderDetails({ params: { id } })).status
const pay = ({ client }: TestAccount, orderId: string, totalPrice: number) =>
  client.createPaymentIntent({ body: { orderId, totalPrice } })
const listIds = async ({ client }: TestAccount) => (await client.listOrders({})).map(({ _id }) => _id)
const getMembership = ({ client }: TestAccount) => client.getMembership({})

async function listMailsTo({ email }: { email: string }): Promise<string[]> {
  const mails = await shop.listMails()
  return mails.filter(({ to }) => to === email).map(mail => mail.subject)
}

test('a company applies, is refused with a reason, applies again and is accepted', async () => {
  const applicant = await shop.createVerifiedBuyer('Ida Moss')
  const { client } = applicant
  const apply = () => client.applyForCompany({ body: { ...companyData, about: 'We repair roofs.' } })
  const { insertedId: first } = await apply()
  await assertRefused(apply(), 'application_open')
  assert.deepEqual(await client.getMembership({}), {
    areas: [],
    company: null,
    role: null,
    amount: null,
    amountLeft: null,
    application: {
      name: 'Moss & Sons',
      time: (await getMembership(applicant)).application?.time,
      refused: false,
      reason: '',
    },
    invitations: [],
  })
  const reason = 'We sell to firms in Europe only.'
  await admin.client.refuseCompany({ params: { id: first }, body: { reason } })
  await assertRefused(admin.client.acceptCompany({ params: { id: first } }), 'company_answered')
  assert.deepEqual((await getMembership(applicant)).application?.reason, reason)

  const { insertedId: id } = await apply()
  const applied = await admin.client.listCompanies({ query: { state: 'applied', q: 'moss' } })
  assert.deepEqual(
    applied.map(({ _id, state }) => [_id, state]),
    [[id, 'applied']],
  )
  const { about, applicantEmail } = await admin.client.getCompany({ params: { id } })
  assert.deepEqual([about, applicantEmail], ['We repair roofs.', applicant.email])
  await admin.client.acceptCompany({ params: { id } })
  await assertRefused(admin.client.acceptCompany({ params: { id } }), 'company_answered')
  await assertRefused(apply(), 'member_elsewhere')
  const { company, role, amount, application } = await getMembership(applicant)
  assert.deepEqual([company?._id, role, amount, application], [id, 'manager', null, null])
  assert.deepEqual(await listMailsTo(applicant), [
    'Your application to Big Wholesale',
    'Moss & Sons can buy at Big Wholesale',
  ])
  const [{ actorEmail, action, subject } = assert.fail('no action')] = await admin.client.listAdminActions({})
  assert.deepEqual([actorEmail, action, subject], ['admin@example.com', 'accept_company', 'Moss & Sons'])
})

test('an application is accepted only for somebody who can still join', async () => {
  const unverified = await shop.createBuyer()
  await assertRefused(unverified.client.applyForCompany({ body: companyData }), 'email_unverified')
  await assertRefused(admin.client.applyForCompany({ body: companyData }), 'admin_has_no_company')
  const joined = await shop.createVerifiedBuyer()
  const { insertedId: id } = await joined.client.applyForCompany({ body: companyData })
  const { id: companyId } = await createCompany(shop, admin)
  await admin.client.inviteMemberOf({ params: { id: companyId, email: joined.email }, body: { role: 'viewer' } })
  await joined.client.acceptInvitation({ params: { companyId } })
  await assertRefused(admin.client.acceptCompany({ params: { id } }), 'member_elsewhere')
  const unproven = await shop.createVerifiedBuyer()
  const { insertedId: third } = await unproven.client.applyForCompany({ body: companyData })
  const { db } = shop.app.shop
  await db.execute(sql`update accounts set email_verified = false where email = ${unproven.email}`)
  await assertRefused(admin.client.acceptCompany({ params: { id: third } }), 'target_email_unverified')
  const promoted = await shop.createVerifiedBuyer()
  const { insertedId: second } = await promoted.client.applyForCompany({ body: companyData })
  await admin.client.promote({ params: { email: promoted.email } })
  await assertRefused(admin.client.acceptCompany({ params: { id: second } }), 'admin_has_no_company')
})

test('a tax id has the form of the country whose letters it begins with', async () => {
  const { client } = await shop.createVerifiedBuyer()
  const apply = (taxId: string) => client.applyForCompany({ body: { ...companyData, taxId } })
  await assertRefused(apply('DE 12 345'), 'invalid_input')
  await assertRefused(apply('gb123'), 'invalid_input')
  // The shop sees that the check digits are wrong.
  const params = { id: (await apply('DE 136 695 977')).insertedId }
  assert.equal((await admin.client.getCompany({ params })).isTaxIdDoubtful, true)
  for (const taxId of ['DE 136 695 976', 'CHE-123.456.788 MWST', '34-5550118', 'US 12', '']) {
    await admin.client.updateCompany({ params, body: { ...companyData, taxId, poRequired: false } })
    assert.equal((await admin.client.getCompany({ params })).isTaxIdDoubtful, false, taxId)
  }
  const wrong = { ...companyData, taxId: 'FR1', poRequired: false }
  await assertRefused(admin.client.updateCompany({ params, body: wrong }), 'invalid_input')
})

test('what an admin changes of a company and its members is on record', async () => {
  const { id, buyer } = await createCompany(shop, admin)
  const readNewest = async () => {
    const [newest = assert.fail('no action')] = await admin.client.listAdminActions({})
    return [newest.action, newest.before, newest.after]
  }
  const change = { ...companyData, city: 'York', poRequired: true }
  await admin.client.updateCompany({ params: { id }, body: change })
  assert.deepEqual(await readNewest(), [
    'update_company',
    { city: 'Leeds', poRequired: false },
    { city: 'York', poRequired: true },
  ])
  const params = { id, accountId: buyer.id }
  await admin.client.setMemberOf({ params, body: { role: 'buyer', amount: 1000 } })
  assert.deepEqual(await readNewest(), ['set_member', { amount: 500 }, { amount: 1000 }])
  await admin.client.removeMemberOf({ params })
  assert.deepEqual(await readNewest(), ['remove_member', { companyRole: 'buyer' }, { companyRole: '' }])
})

test('admins find the orders of a company, those to approve apart from those to be paid', async () => {
  const { id, manager, buyer } = await createCompany(shop, admin, 'Oyster & Pike')
  const [small, large] = [await placeOrder(buyer, 10), await placeOrder(buyer, 60)]
  const { street, city, region, postalCode, country, phone, taxId } = companyData
  const address = { name: 'Ida Moss', company: '', street, city, region, postalCode, country, phone, taxId }
  await manager.client.addAddress({ body: { ...address, site: 'Dock 7' } })
  const list = async (query: object) => {
    const found = await admin.client.listAllOrders({ query: { q: 'oyster & pike', ...query } })
    return found.map(({ _id, company }) => [_id, company?.name])
  }
  const [listedSmall, listedLarge] = [small, large].map(each => [each, 'Oyster & Pike'])
  assert.deepEqual(await list({}), [listedLarge, listedSmall])
  assert.deepEqual(await list({ state: 'unpaid' }), [listedSmall])
  assert.deepEqual(await list({ state: 'waiting' }), [listedLarge])
  assert.deepEqual(await listIds(manager), [large, small])
  const { orders, sites } = await admin.client.getCompany({ params: { id } })
  assert.deepEqual([orders.map(({ _id }) => _id), sites.map(({ site }) => site)], [[large, small], ['Dock 7']])
  const { company } = await admin.client.getAccount({ params: { id: buyer.id } })
  assert.deepEqual(company, { _id: id, name: 'Oyster & Pike', role: 'buyer' })
})

test('of two managers who change a member at once, the second does not undo the first', async () => {
  const { id, manager } = await createCompany(shop, admin)
  const member = await joinCompany(shop, admin, id, { role: 'buyer' })
  const params = { accountId: member.id }
  const shown = { role: 'buyer', amount: null } as const
  await admin.client.setMemberOf({ params: { ...params, id }, body: { role: 'viewer', shown } })
  const change = manager.client.setMember({ params, body: { role: 'buyer', amount: 100, shown } })
  await assertRefused(change, 'edit_conflict')
  assert.equal((await getMembership(member)).role, 'viewer')
})

test('a promotion waits for what the member has begun', async () => {
  const { id, manager } = await createCompany(shop, admin)
  const actor = await readActor(shop.app.shop, manager)
  const invitation = { email: 'late@example.com', role: 'manager', amountCents: null } as const
  const ends = await settleBehind(
    shop.app.shop,
    within => inviteMember(within, actor, id, invitation),
    () => admin.client.promote({ params: { email: manager.email } }),
  )
  assert.deepEqual(ends, [{ modifiedCount: 1 }])
  const { invitations } = await admin.client.getCompany({ params: { id } })
  assert.deepEqual(
    invitations.map(({ email }) => email),
    ['nobody@example.com'],
  )
})

test('invitations of a demoted admin end, and nobody is invited before the company is accepted', async () => {
  const second = await shop.createVerifiedBuyer()
  await admin.client.promote({ params: { email: second.email } })
  const { id, manager } = await createCompany(shop, admin)
  const invite = (by: TestAccount, companyId: string, email: string) =>
    by.client.inviteMemberOf({ params: { id: companyId, email }, body: { role: 'manager' } })
  await invite(second, id, 'friend@example.com')
  await admin.client.demote({ params: { email: second.email } })
  await assertRefused(
    admin.client.withdrawInvitationOf({ params: { id, email: 'friend@example.com' } }),
    'invitation_not_found',
  )
  await invite(admin, id, 'friend@example.com')
  await admin.client.withdrawInvitationOf({ params: { id, email: 'friend@example.com' } })
  const [newest] = await admin.client.listAdminActions({})
  assert.deepEqual([newest?.action, newest?.subject], ['withdraw_invitation', 'friend@example.com'])
  const { insertedId: applied } = await second.client.applyForCompany({ body: companyData })
  await assertRefused(invite(admin, applied, manager.email), 'company_not_accepted')
})

test('a buyer knows what they can order without waiting', async () => {
  const { buyer, viewer } = await createCompany(shop, admin)
  const readLeft = async (member: TestAccount) => (await getMembership(member)).amountLeft
  assert.equal(await readLeft(buyer), 500)
  await placeOrder(buyer, 20)
  assert.equal(await readLeft(buyer), 300)
  await placeOrder(buyer, 50)
  assert.equal(await readLeft(buyer), 0)
  assert.equal(await readLeft(viewer), null)
})

test('only the shop changes the name and tax id that it has reviewed', async () => {
  const { id, manager } = await createCompany(shop, admin)
  const change = (changed: object) =>
    manager.client.updateOwnCompany({ body: { ...companyData, poRequired: false, ...changed } })
  await assertRefused(change({ name: 'Vega Metalworks' }), 'invalid_input')
  await assertRefused(change({ taxId: '' }), 'invalid_input')
  await change({ city: 'York' })
  await admin.client.updateCompany({ params: { id }, body: { ...companyData, name: 'Moss Ltd', poRequired: false } })
  assert.equal((await getMembership(manager)).company?.name, 'Moss Ltd')
})

test('an invitation names one mailbox, and an amount fits an order', async () => {
  const { manager, buyer } = await createCompany(shop, admin)
  for (const email of ['notanemail', 'ann@example.com,ben@example.com', 'ann@example.com\r\nBcc: ben@example.com', ' '])
    await assertRefused(manager.client.inviteMember({ params: { email }, body: { role: 'viewer' } }), 'invalid_input')
  const params = { accountId: buyer.id }
  for (const amount of [1_000_000, 1e15])
    await assertRefused(manager.client.setMember({ params, body: { role: 'buyer', amount } }), 'invalid_input')
  await manager.client.setMember({ params, body: { role: 'buyer', amount: 999_999.99 } })
})

test('a blocked manager’s invitations end', async () => {
  const { manager, id: companyId } = await createCompany(shop, admin)
  const invited = await shop.createVerifiedBuyer()
  await manager.client.inviteMember({ params: { email: invited.email }, body: { role: 'manager' } })
  await admin.client.blockAccount({ params: { id: manager.id }, body: { reason: 'Stolen' } })
  await assertRefused(invited.client.acceptInvitation({ params: { companyId } }), 'invitation_not_found')
})

test('who has left a company exports nothing more of its orders', async () => {
  const { manager, buyer } = await createCompany(shop, admin)
  const own = await shop.createVerifiedBuyer()
  await placeOrder(own, 10)
  const id = await placeOrder(buyer, 10)
  const listExported = async ({ client, email }: TestAccount) => {
    const { orders, invoices } = await readPersonalData(client, email)
    return [orders.length, invoices.length]
  }
  await payOrder({ shop, buyer }, id)
  await buyer.client.getOrderDocument({ params: { id, kind: 'invoice' } })
  assert.deepEqual(await listExported(buyer), [1, 1])
  await manager.client.removeMember({ params: { accountId: buyer.id } })
  assert.deepEqual(await listExported(buyer), [0, 0])
  assert.deepEqual(await listExported(own), [1, 0])
})

test('whoever has proven the invited email joins, nobody else', async () => {
  const { manager, buyer, id: companyId } = await createCompany(shop, admin)
  const invited = await shop.createVerifiedBuyer()
  const params = { email: invited.email }
  await manager.client.inviteMember({ params, body: { role: 'buyer', amount: 500 } })
  await assertRefused(buyer.client.inviteMember({ params, body: { role: 'manager' } }), 'manager_needed')
  const stranger = await shop.createVerifiedBuyer()
  await assertRefused(stranger.client.acceptInvitation({ params: { companyId } }), 'invitation_not_found')
  assert.deepEqual((await getMembership(stranger)).invitations, [])
  assert.deepEqual((await getMembership(invited)).invitations, [
    { companyId, companyName: 'Moss & Sons', role: 'buyer' },
  ])
  assert.deepEqual(await listMailsTo(invited), ['Order for Moss & Sons at Big Wholesale'])
  await invited.client.acceptInvitation({ params: { companyId } })
  await assertRefused(invited.client.acceptInvitation({ params: { companyId } }), 'member_elsewhere')
  const { role, amount, invitations } = await getMembership(invited)
  assert.deepEqual([role, amount, invitations], ['buyer', 500, []])
  await assertRefused(manager.client.inviteMember({ params, body: { role: 'viewer' } }), 'taken')

  const late = await shop.createVerifiedBuyer()
  await manager.client.inviteMember({ params: { email: late.email }, body: { role: 'viewer' } })
  await shop.app.shop.db.execute(
    sql`update invitations set created_at = created_at - interval '14 days 1 minute' where email = ${late.email}`,
  )
  assert.deepEqual((await getMembership(late)).invitations, [])
  await assertRefused(late.client.acceptInvitation({ params: { companyId } }), 'invitation_not_found')

  const unproven = await shop.createBuyer()
  await manager.client.inviteMember({ params: { email: unproven.email }, body: { role: 'viewer' } })
  assert.deepEqual((await getMembership(unproven)).invitations, [])
  await assertRefused(unproven.client.acceptInvitation({ params: { companyId } }), 'email_unverified')

  await admin.client.inviteMemberOf({ params: { id: companyId, email: stranger.email }, body: { role: 'viewer' } })
  await stranger.client.declineInvitation({ params: { companyId } })
  await assertRefused(stranger.client.acceptInvitation({ params: { companyId } }), 'invitation_not_found')
})

test('an invitation of somebody who was removed, or is no manager any more, ends', async () => {
  const { id: companyId, manager } = await createCompany(shop, admin)
  const second = await joinCompany(shop, admin, companyId, { role: 'manager' })
  for (const change of ['remove', 'demote'] as const) {
    const inviter = await joinCompany(shop, admin, companyId, { role: 'manager' })
    const invited = await shop.createVerifiedBuyer()
    await inviter.client.inviteMember({ params: { email: invited.email }, body: { role: 'manager' } })
    const params = { accountId: inviter.id }
    if (change === 'remove') await second.client.removeMember({ params })
    else await second.client.setMember({ params, body: { role: 'viewer' } })
    await assertRefused(invited.client.acceptInvitation({ params: { companyId } }), 'invitation_not_found')
  }
  await assertRefused(manager.client.leaveCompany({}), 'manager_stays')
  await assertRefused(manager.client.removeMember({ params: { accountId: manager.id } }), 'own_account')
  await assertRefused(
    manager.client.setMember({ params: { accountId: manager.id }, body: { role: 'viewer' } }),
    'own_account',
  )
})

test('a company has at most 50 open invitations', async () => {
  const { manager } = await createCompany(shop, admin)
  const invite = (email: string) => manager.client.inviteMember({ params: { email }, body: { role: 'viewer' } })
  // Nobody has answered the first manager's.
  for (let count = 1; count < 50; count++) await invite(`colleague${count}@example.com`)
  await assertRefused(invite('colleague50@example.com'), 'invitations_full')
  await invite('colleague49@example.com')
  await manager.client.withdrawInvitation({ params: { email: 'colleague49@example.com' } })
  await invite('colleague50@example.com')
})

test('only buyers have an amount', async () => {
  const { manager, buyer } = await createCompany(shop, admin)
  const set = (body: { role: 'viewer' | 'buyer' | 'manager'; amount?: number | null }) =>
    manager.client.setMember({ params: { accountId: buyer.id }, body })
  await assertRefused(set({ role: 'viewer', amount: 5 }), 'invalid_input')
  await assertRefused(set({ role: 'buyer', amount: 5.001 }), 'invalid_input')
  await set({ role: 'buyer', amount: 12.5 })
  const { members } = await manager.client.getOwnCompany({})
  assert.equal(members.find(({ _id }) => _id === buyer.id)?.amount, 12.5)
})

test('members see all orders of their company and their own of before, others none of them', async () => {
  const ofA = await createCompany(shop, admin, 'A')
  const ofB = await createCompany(shop, admin, 'B')
  const newcomer = await shop.createVerifiedBuyer()
  const own = await placeOrder(newcomer, 1)
  await admin.client.inviteMemberOf({ params: { id: ofA.id, email: newcomer.email }, body: { role: 'buyer' } })
  await newcomer.client.acceptInvitation({ params: { companyId: ofA.id } })
  const company = await placeOrder(newcomer, 2)
  assert.deepEqual(await listIds(newcomer), [company, own])
  for (const member of [ofA.manager, ofA.buyer, ofA.viewer]) assert.deepEqual(await listIds(member), [company])
  for (const stranger of [ofB.manager, ofB.viewer, await shop.createVerifiedBuyer()]) {
    assert.deepEqual(await listIds(stranger), [])
    await assertRefused(stranger.client.getOrderDetails({ params: { id: company } }), 'order_not_found')
    await assertRefused(
      stranger.client.getOrderDocument({ params: { id: company, kind: 'proForma' } }),
      'order_not_found',
    )
  }
  assert.equal((await ofA.viewer.client.countOrders({})).unpaidTotal, 20)

  await newcomer.client.leaveCompany({})
  assert.deepEqual(await listIds(newcomer), [own])
  assert.deepEqual(await listIds(ofA.viewer), [company])
  await assertRefused(newcomer.client.cancelOrder({ params: { id: company } }), 'order_not_found')
  await assertRefused(pay(newcomer, company, 20), 'order_not_found')
  // Mails about it go to a manager then.
  await ofA.manager.client.cancelOrder({ params: { id: company } })
  const cancelled = (await shop.listMails()).filter(mail => /cancelled/.test(mail.subject)).at(-1)
  assert.equal(cancelled?.to, ofA.manager.email)
  assert.match(cancelled?.body ?? '', /is cancelled by your company\./)
})

test('viewers pay, buyers order and change their own, managers change all', async () => {
  const { manager, buyer, viewer } = await createCompany(shop, admin)
  await assertRefused(viewer.client.placeOrder(buildOrderInput(tool, viewer)), 'buyer_needed')
  const second = await joinCompany(shop, admin, viewer.companyId, { role: 'buyer' })
  const id = await placeOrder(buyer, 3)
  const params = { id }
  for (const { client } of [viewer, second]) {
    await assertRefused(client.cancelOrder({ params }), 'manager_needed')
    await assertRefused(client.changeOrder({ params }), 'manager_needed')
    await assertRefused(client.changePoNumber({ params, body: { poNumber: 'X' } }), 'manager_needed')
  }
  await manager.client.changePoNumber({ params, body: { poNumber: 'PO-7' } })
  await payOrder({ shop, buyer: viewer }, id)
  assert.equal(await getStatus(viewer, id), 'open')
  await admin.client.markShipped({ params })
  await assertRefused(requestReturn(viewer, id, [{ toolId: tool._id, quantity: 1 }]), 'buyer_needed')
  const returnId = await requestReturn(second, id, [{ toolId: tool._id, quantity: 1 }])
  await assertRefused(second.client.withdrawReturn({ params: { id: returnId } }), 'manager_needed')
  await manager.client.withdrawReturn({ params: { id: returnId } })

  const changed = await placeOrder(buyer, 4)
  await manager.client.changeOrder({ params: { id: changed } })
  assert.deepEqual(
    (await manager.client.listCart({})).map(({ quantity }) => quantity),
    [4],
  )
  assert.deepEqual(await buyer.client.listCart({}), [])
})

test('managers are not asked to approve an order that is cancelled', async () => {
  const { manager, buyer } = await createCompany(shop, admin)
  await placeOrder(buyer, 50)
  const id = await placeOrder(buyer, 1)
  assert.equal(await getStatus(buyer, id), 'waiting')
  await buyer.client.cancelOrder({ params: { id } })
  const [, ...ofOrder] = await listMailsTo(manager)
  assert.deepEqual(ofOrder, [])
})

test('when a buyer’s orders of 24 hours pass their amount, the new one waits until a manager approves it', async () => {
  const { manager, buyer, viewer } = await createCompany(shop, admin)
  const free = await placeOrder(buyer, 50)
  assert.equal(await getStatus(buyer, free), 'unpaid')
  const id = await placeOrder(buyer, 1)
  assert.equal(await getStatus(buyer, id), 'waiting')
  const [, ...ofOrder] = await listMailsTo(manager)
  assert.deepEqual(
    ofOrder.map(subject => readEvent({ subject })),
    ['waits for your approval'],
  )
  const params = { id }
  for (const kind of ['proForma', 'invoice', 'deliveryNote'] as const)
    await assertRefused(buyer.client.getOrderDocument({ params: { id, kind } }), 'document_unavailable')
  for (const member of [buyer, viewer, manager]) await assertRefused(pay(member, id, 10), 'approval_needed')
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await assertRefused(admin.client.holdOrder({ params, body: { until } }), 'approval_needed')
  await assertRefused(admin.client.markPaid({ params, body: { reference: 'T1' } }), 'approval_needed')
  await assertRefused(buyer.client.approveOrder({ params }), 'manager_needed')
  await assertRefused(manager.client.approveOrder({ params: { id: free } }), 'order_changed')
  await manager.client.approveOrder({ params })
  await assertRefused(manager.client.approveOrder({ params }), 'order_changed')
  await assertRefused(manager.client.declineOrder({ params, body: { reason: 'x' } }), 'order_changed')
  assert.equal(await getStatus(buyer, id), 'unpaid')
  assert.equal((await listMailsTo(buyer)).map(subject => readEvent({ subject })).at(-1), 'approved')
  await payOrder({ shop, buyer: viewer }, id)
  assert.equal(await getStatus(buyer, id), 'open')
})

test('orders of another day, and cancelled ones, count nothing', async () => {
  const { buyer } = await createCompany(shop, admin)
  const old = await placeOrder(buyer, 50)
  const { db } = shop.app.shop
  await db.execute(sql`update orders set created_at = created_at - interval '1 day' where id = ${old}`)
  const cancelled = await placeOrder(buyer, 50)
  assert.equal(await getStatus(buyer, cancelled), 'unpaid')
  await buyer.client.cancelOrder({ params: { id: cancelled } })
  assert.equal(await getStatus(buyer, await placeOrder(buyer, 50)), 'unpaid')
  assert.equal(await getStatus(buyer, await placeOrder(buyer, 1)), 'waiting')
})

test('each way to an order asks for approval', async () => {
  const { manager, buyer } = await createCompany(shop, admin)
  await manager.client.setMember({ params: { accountId: buyer.id }, body: { role: 'buyer', amount: 0 } })
  const lines = [{ toolId: tool._id, quantity: 2, price: 10 }]
  const ordered = { lines, phone: '555', address: '1 Forge Lane' }
  const { orderId: byCheckOut } = await buyer.client.checkOut({ body: ordered })
  const { orderId: onBehalf } = await admin.client.placeOrderForAccount({
    params: { id: buyer.id },
    body: ordered,
  })
  for (const id of [byCheckOut, onBehalf]) assert.equal(await getStatus(buyer, id), 'waiting')
  await buyer.client.changeOrder({ params: { id: byCheckOut } })
  const { orderId: again } = await buyer.client.checkOut({ body: { ...ordered, fromCart: true } })
  assert.equal(await getStatus(buyer, again), 'waiting')
  // The shop may approve, on record.
  await admin.client.approveAnyOrder({ params: { id: again } })
  assert.equal(await getStatus(buyer, again), 'unpaid')
  const [action] = await admin.client.listAdminActions({})
  assert.deepEqual([action?.action, action?.subjectId], ['approve_order', again])
})

test('a declined order is cancelled with the reason', async () => {
  const { manager, buyer } = await createCompany(shop, admin)
  const id = await placeOrder(buyer, 60)
  await manager.client.declineOrder({ params: { id }, body: { reason: 'Take the cheaper one.' } })
  const { status, cancelledBy, cancelledReason } = await buyer.client.getOrderDetails({ params: { id } })
  assert.deepEqual([status, cancelledBy, cancelledReason], ['cancelled', 'company', 'Take the cheaper one.'])
  const mail = (await shop.listMails()).filter(({ to }) => to === buyer.email).at(-1)
  assert.match(mail?.body ?? '', /is cancelled by your company\..*The reason: Take the cheaper one\./s)
  await assertRefused(manager.client.approveOrder({ params: { id } }), 'order_cancelled')
  const listDeclined = async ({ client }: TestAccount) =>
    (await client.listOrders({ query: { state: 'declined' } })).map(({ _id }) => _id)
  assert.deepEqual([await listDeclined(buyer), await listDeclined(manager)], [[id], []])
})

test('a company that needs PO numbers gets one on every order', async () => {
  const { manager, buyer } = await createCompany(shop, admin)
  await manager.client.updateOwnCompany({ body: { ...companyData, poRequired: true } })
  await assertRefused(placeOrder(buyer, 1), 'po_required')
  const id = await placeOrder(buyer, 1, 'PO-1')
  await assertRefused(buyer.client.changePoNumber({ params: { id }, body: { poNumber: '' } }), 'po_required')
  await buyer.client.changePoNumber({ params: { id }, body: { poNumber: 'PO-2' } })
})

test('an invoice names the company as the buyer', async () => {
  const { buyer } = await createCompany(shop, admin)
  const id = await placeOrder(buyer, 1)
  await payOrder({ shop, buyer }, id)
  const { db } = shop.app.shop
  await buyer.client.getOrderDocument({ params: { id, kind: 'invoice' } })
  const { rows } = await db.execute<{ bill: string; tax: string }>(sql`
    select contents ->> 'billTo' as bill, contents ->> 'buyerTaxId' as tax from invoices where order_id = ${id}`)
  assert.match(
    rows[0]?.bill ?? '',
    /^Moss & Sons\n1 Forge Lane\nLeeds, LS1 4AP\nUnited Kingdom\nCustomer \d+\noffice@example\.com$/,
  )
  assert.equal(rows[0]?.tax, 'GB 980 7806 84')
})

test('closing an account cancels no order of its company', async () => {
  const { buyer, viewer } = await createCompany(shop, admin)
  const id = await placeOrder(buyer, 1)
  await admin.client.closeAccount({ params: { email: buyer.email }, query: { reviews: 'delete' } })
  assert.equal(await getStatus(viewer, id), 'unpaid')
  const { members } = await viewer.client.getOwnCompany({})
  assert.equal(members.length, 2)
})

test('whoever becomes an admin leaves the company', async () => {
  const { manager, viewer } = await createCompany(shop, admin)
  const invited = await shop.createVerifiedBuyer()
  await manager.client.inviteMember({ params: { email: invited.email }, body: { role: 'manager' } })
  await admin.client.promote({ params: { email: manager.email } })
  assert.deepEqual((await getMembership(manager)).company, null)
  await assertRefused(
    invited.client.acceptInvitation({ params: { companyId: viewer.companyId } }),
    'invitation_not_found',
  )
  const without = await admin.client.listCompanies({ query: { state: 'withoutManager' } })
  assert.ok(without.some(({ _id }) => _id === viewer.companyId))
  const { id } = await createCompany(shop, admin, 'Managed')
  const [managed] = await admin.client.listCompanies({ query: { q: 'Managed' } })
  assert.deepEqual([managed?._id, managed?.members, managed?.orders], [id, 3, 0])
  const ids = (await admin.client.listCompanies({ query: { state: 'withoutManager' } })).map(({ _id }) => _id)
  assert.ok(!ids.includes(id))
})

test('what somebody downloads names their company and applications; closing deletes those that were not accepted', async () => {
  const { client, email } = await shop.createVerifiedBuyer()
  const { insertedId: id } = await client.applyForCompany({ body: { ...companyData, about: 'Roofs.' } })
  const { buyer } = await createCompany(shop, admin)
  const [mine, theirs] = [await download(email), await download(buyer.email)]
  assert.deepEqual([mine.company, mine.applications[0]?.about], [null, 'Roofs.'])
  assert.deepEqual([theirs.company?.name, theirs.company?.role, theirs.company?.amount], ['Moss & Sons', 'buyer', 500])
  await admin.client.closeAccount({ params: { email }, query: { reviews: 'delete' } })
  await assertRefused(admin.client.getCompany({ params: { id } }), 'company_not_found')
})

async function download(email: string): Promise<PersonalData> {
  const file = await admin.client.exportPersonalData({ params: { email } })
  return JSON.parse(await file.text())
}

test('members read what a buyer reads of an order, and not what admins do', async () => {
  const { buyer, viewer } = await createCompany(shop, admin)
  const id = await placeOrder(buyer, 1)
  await payOrder({ shop, buyer }, id)
  const { db } = shop.app.shop
  await db.execute(sql`insert into disputes (id, order_id, amount_cents, reason, state, opened_at)
    values (${id}, ${id}, 1000, 'fraudulent', 'inquiry', now())`)
  const read = ({ client }: TestAccount) => client.getOrderDetails({ params: { id } })
  assert.equal((await read(admin)).disputes.length, 1)
  for (const member of [buyer, viewer]) assert.deepEqual((await read(member)).disputes, [])
  await db.execute(sql`delete from disputes where id = ${id}`)
})

test('names that people chose are no links in an invitation, and a removed manager gets no mail of an order', async () => {
  const { manager, buyer, id: companyId } = await createCompany(shop, admin, 'https://evil.example/win')
  const other = await joinCompany(shop, admin, companyId, { role: 'manager' })
  const invitation = (await shop.listMails()).find(({ to }) => to === other.email)
  assert.match(invitation?.body ?? '', /Company: https:\/\/evil\.example\/win/)
  assert.doesNotMatch(invitation?.html ?? '', /href="https:\/\/evil/)
  await placeOrder(buyer, 60)
  const receives = async (member: TestAccount) => (await listMailsTo(member)).some(subject => /approval/.test(subject))
  assert.deepEqual([await receives(manager), await receives(other)], [true, true])
  await manager.client.removeMember({ params: { accountId: other.id } })
  assert.deepEqual([await receives(manager), await receives(other)], [true, false])
})
