import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Client } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { companyData, createCompany, joinCompany } from '#test/companies.ts'
import { buildOrderInput, type TestAccount } from '#test/open-shop.ts'
import { chargeCard, payOrder, requestReturn } from '#test/orders.ts'
import { prepare, prepareShop } from '#test/prepare.ts'

/** `manager`, `buyer` (of the order), `colleague` (another buyer) and `viewer` are of its company; the others are not. */
const columns = ['manager', 'buyer', 'colleague', 'viewer', 'otherManager', 'former', 'anyone'] as const
type Column = (typeof columns)[number]

const shop = prepareShop()
const admin = prepare(() => shop.logInAsAdmin())
const tool = prepare(() => shop.addTool({ price: 10, available: 100_000 }))
const ofOther = prepare(() => createCompany(shop, admin, 'Other'))
const anyone = prepare(() => shop.createVerifiedBuyer())

async function placeOrder(buyer: TestAccount): Promise<string> {
  await buyer.client.placeOrder(buildOrderInput(tool, buyer, 2))
  const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
  return order?._id ?? assert.fail('no order')
}

/** A company with an order in each state, made anew for each row. */
async function createFixture() {
  const { id: companyId, manager, buyer, viewer } = await createCompany(shop, admin)
  const colleague = await joinCompany(shop, admin, companyId, { role: 'buyer' })
  const former = await joinCompany(shop, admin, companyId, { role: 'manager' })
  await manager.client.inviteMember({ params: { email: 'new@example.com' }, body: { role: 'viewer' } })
  const unpaid = await placeOrder(buyer)
  const orderId = await placeOrder(buyer)
  const charged = { orderId, transactionId: await chargeCard({ shop, buyer }, orderId) }
  const paid = await placeOrder(buyer)
  await payOrder({ shop, buyer }, paid)
  const shipmentId = crypto.randomUUID()
  const pieces = [{ toolId: tool._id, quantity: 1 }]
  await admin.client.shipOrder({ params: { id: paid, shipmentId }, body: { lines: pieces } })
  const returnId = await requestReturn(buyer, paid, pieces)
  await manager.client.setMember({ params: { accountId: buyer.id }, body: { role: 'buyer', amount: 0 } })
  const waiting = await placeOrder(buyer)
  await manager.client.removeMember({ params: { accountId: former.id } })
  const people = { manager, buyer, colleague, viewer, former, otherManager: ofOther.manager, anyone }
  return { people, companyId, memberId: colleague.id, unpaid, charged, paid, waiting, returnId, shipmentId, pieces }
}
type Fixture = Awaited<ReturnType<typeof createFixture>>

interface Row {
  call: (client: Client, fixture: Fixture) => Promise<unknown>
  expected: Readonly<Record<Column, 'reply' | RefusalCode>>
}

const strangers = (code: RefusalCode) => ({ otherManager: code, former: code, anyone: code }) as const
const companyNeeded = { otherManager: 'order_not_found', former: 'member_needed', anyone: 'member_needed' } as const
const allMembers = { manager: 'reply', buyer: 'reply', colleague: 'reply', viewer: 'reply' } as const
const managers = {
  manager: 'reply',
  buyer: 'manager_needed',
  colleague: 'manager_needed',
  viewer: 'manager_needed',
} as const
const everyMember = { ...allMembers, ...strangers('order_not_found') } as const
/** Whoever placed it, and managers. */
const ownOrManager = { ...managers, buyer: 'reply', ...strangers('order_not_found') } as const
const waits = {
  manager: 'approval_needed',
  buyer: 'approval_needed',
  colleague: 'approval_needed',
  viewer: 'approval_needed',
  ...strangers('order_not_found'),
} as const
const ofOneself = {
  ...managers,
  otherManager: 'account_not_found',
  former: 'member_needed',
  anyone: 'member_needed',
} as const

const place = { role: 'viewer' } as const

const rows: Record<string, Row> = {
  'read an order': {
    call: (client, { waiting: id }) => client.getOrderDetails({ params: { id } }),
    expected: everyMember,
  },
  'read an order as the specification does': {
    call: (client, { unpaid: orderId }) => client.getOrder({ params: { orderId } }),
    expected: everyMember,
  },
  'read an invoice': {
    call: (client, { paid: id }) => client.getOrderDocument({ params: { id, kind: 'invoice' } }),
    expected: everyMember,
  },
  'read a packing slip': {
    call: (client, { shipmentId: id }) => client.getPackingSlip({ params: { id } }),
    expected: { ...everyMember, ...strangers('not_found') },
  },
  'ask for a payment': {
    call: (client, { unpaid: orderId }) => client.createPaymentIntent({ body: { orderId, totalPrice: 20 } }),
    expected: everyMember,
  },
  'ask for a payment of a waiting order': {
    call: (client, { waiting: orderId }) => client.createPaymentIntent({ body: { orderId, totalPrice: 20 } }),
    expected: waits,
  },
  'record a payment': {
    call: (client, { charged }) => client.recordPayment({ params: { id: charged.orderId }, body: charged }),
    expected: everyMember,
  },
  'cancel an order': {
    call: (client, { unpaid: id }) => client.cancelOrder({ params: { id } }),
    expected: ownOrManager,
  },
  'change an order that waits': {
    call: (client, { waiting: id }) => client.changeOrder({ params: { id } }),
    expected: ownOrManager,
  },
  'change a PO number': {
    call: (client, { unpaid: id }) => client.changePoNumber({ params: { id }, body: { poNumber: 'X' } }),
    expected: ownOrManager,
  },
  'ask for a return': {
    call: (client, { paid: id, returnId, pieces }) =>
      client
        .withdrawReturn({ params: { id: returnId } })
        .catch(() => undefined)
        .then(() =>
          client.requestReturn({
            params: { id, returnId: crypto.randomUUID() },
            body: { lines: pieces, reason: 'x', images: [] },
          }),
        ),
    expected: { ...ownOrManager, colleague: 'invalid_input', viewer: 'buyer_needed' },
  },
  'withdraw a return': {
    call: (client, { returnId: id }) => client.withdrawReturn({ params: { id } }),
    expected: { ...ownOrManager, ...strangers('return_not_found') },
  },
  'approve an order': {
    call: (client, { waiting: id }) => client.approveOrder({ params: { id } }),
    expected: { ...managers, ...companyNeeded },
  },
  'decline an order': {
    call: (client, { waiting: id }) => client.declineOrder({ params: { id }, body: { reason: 'No.' } }),
    expected: { ...managers, ...companyNeeded },
  },
  'give a member another role': {
    call: (client, { memberId: accountId }) => client.setMember({ params: { accountId }, body: place }),
    expected: ofOneself,
  },
  'remove a member': {
    call: (client, { memberId: accountId }) => client.removeMember({ params: { accountId } }),
    expected: ofOneself,
  },
  'withdraw an invitation': {
    call: client => client.withdrawInvitation({ params: { email: 'new@example.com' } }),
    expected: { ...ofOneself, otherManager: 'invitation_not_found' },
  },
  'join by an invitation of somebody else': {
    call: (client, { companyId }) => client.acceptInvitation({ params: { companyId } }),
    expected: {
      manager: 'member_elsewhere',
      buyer: 'member_elsewhere',
      colleague: 'member_elsewhere',
      viewer: 'member_elsewhere',
      otherManager: 'member_elsewhere',
      former: 'invitation_not_found',
      anyone: 'invitation_not_found',
    },
  },
  'read the prices of the company': {
    call: client => client.getPrices({ body: { ids: [tool._id] } }),
    expected: { ...allMembers, otherManager: 'reply', former: 'member_needed', anyone: 'member_needed' },
  },
  'read the part numbers of the company': {
    call: client => client.listPartNumbers({}),
    expected: { ...allMembers, otherManager: 'reply', former: 'member_needed', anyone: 'member_needed' },
  },
  'set part numbers of the company': {
    call: client => client.setPartNumbers({ body: { lines: [{ number: '4711', sku: '' }] } }),
    expected: {
      ...{ ...allMembers, viewer: 'buyer_needed', otherManager: 'reply' },
      ...{ former: 'member_needed', anyone: 'member_needed' },
    },
  },
  'read the contract of the company': {
    call: async (client, { companyId: id }) => client.getPriceList({ params: { id } }),
    expected: {
      ...{ manager: 'admins_only', buyer: 'admins_only', colleague: 'admins_only', viewer: 'admins_only' },
      ...strangers('admins_only'),
    },
  },
  'read a company by its id': {
    call: (client, { companyId: id }) => client.getCompany({ params: { id } }),
    expected: {
      manager: 'admins_only',
      buyer: 'admins_only',
      colleague: 'admins_only',
      viewer: 'admins_only',
      ...strangers('admins_only'),
    },
  },
  order: {
    call: (client, { people }) => {
      const caller = Object.values(people).find(person => person.client === client) ?? assert.fail('nobody')
      return client.placeOrder(buildOrderInput(tool, caller, 2))
    },
    expected: { ...allMembers, viewer: 'buyer_needed', otherManager: 'reply', former: 'reply', anyone: 'reply' },
  },
  'change the data of a company': {
    call: async client => {
      const { company } = await client.getMembership({})
      const name = company?.name ?? companyData.name
      return client.updateOwnCompany({ body: { ...companyData, name, poRequired: false } })
    },
    expected: { ...managers, otherManager: 'reply', former: 'member_needed', anyone: 'member_needed' },
  },
}

async function findEnd(call: Promise<unknown>): Promise<'reply' | RefusalCode> {
  return call.then(
    () => 'reply' as const,
    error => (error instanceof Refusal ? (error.code as RefusalCode) : assert.fail(error)),
  )
}

for (const [name, { call, expected }] of Object.entries(rows))
  describe(name, () => {
    const columnsInOrder = columns.toSorted((a, b) => Number(expected[a] === 'reply') - Number(expected[b] === 'reply'))
    const refused = prepare(createFixture)
    for (const column of columnsInOrder)
      test(`${column}: ${expected[column]}`, async () => {
        const fixture = expected[column] === 'reply' ? await createFixture() : refused
        assert.equal(await findEnd(call(fixture.people[column].client, fixture)), expected[column])
      })
  })
