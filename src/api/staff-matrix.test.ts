import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Endpoint, isForAdmins, readAreas } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { OperationId } from '#contract/operations.ts'
import { Refusal } from '#contract/refusal.ts'
import { type AdminArea, adminAreas } from '#contract/states/admin-areas.ts'
import { addNote } from '#shop/accounts/account-notes.ts'
import { type Row, rows } from '#test/access/calls.ts'
import { createAccessFixture } from '#test/access/fixture.ts'
import { assertRefused, buildOrderInput, type TestAccount } from '#test/open-shop.ts'
import { prepare, prepareShop } from '#test/prepare.ts'
import { readActor } from '#test/read-actor.ts'

const shop = prepareShop()
const access = prepare(() => createAccessFixture(shop))
const staff = prepare(async () => {
  const members = adminAreas.map(async area => [area, await addStaff([area])] as const)
  return Object.fromEntries(await Promise.all(members)) as Record<AdminArea, TestAccount & { id: string }>
})

async function addStaff(areas: AdminArea[]) {
  const { admin } = access.people
  const account = await shop.createVerifiedBuyer()
  const [found] = await admin.client.listAccounts({ query: { q: account.email } })
  const id = found?._id ?? assert.fail('no account')
  await admin.client.setAreas({ params: { id }, body: { areas } })
  return { ...account, id }
}

const adminCalls = (Object.entries(rows) as [OperationId, Row][]).filter(([name]) =>
  isForAdmins((endpoints[name] as Endpoint).access),
)

for (const [name, row] of adminCalls) {
  const { access: rule }: Endpoint = endpoints[name]
  // The rows export tools.
  const areas = name === 'exportList' ? (['catalogue'] as const) : readAreas(rule)
  const refusal = rule === 'full-admin' ? 'full_admin_needed' : 'area_needed'
  describe(name, () => {
    test(`${rule}: others are refused with ${refusal}, and nothing changes`, async () => {
      const fixture = await access.prepare(row)
      const before = await access.readContents()
      for (const area of adminAreas) {
        if (areas.some(each => each === area)) continue
        await assertRefused(row.call(staff[area].client, fixture), refusal)
      }
      assert.deepEqual(await access.readContents(), before)
    })

    for (const area of areas)
      test(`${area}: may`, async () => {
        const fixture = await access.prepare(row)
        const end = await row.call(staff[area].client, fixture).then(
          () => 'reply',
          error => (error instanceof Refusal ? error.code : assert.fail(error)),
        )
        assert.equal(end, row.expected.admin)
        await access.reset()
      })
  })
}

test('an export needs the area of its list', async () => {
  const lists = {
    orders: ['orders', 'orderLines', 'returns'],
    catalogue: ['tools', 'reviews'],
    accounts: ['accounts'],
    settings: ['adminActions'],
  } as const
  for (const [area, names] of Object.entries(lists))
    for (const list of names)
      for (const member of adminAreas) {
        const { status } = await shop.request(`/api/exports/${list}`, {
          headers: { authorization: `Bearer ${staff[member].token}` },
        })
        assert.equal(status, member === area ? 200 : 403, `${list} by ${member}`)
      }
})

test('staff read orders, documents and accounts of others only with the area', async () => {
  const buyer = await shop.createVerifiedBuyer()
  await buyer.client.placeOrder(buildOrderInput(await shop.getTool(), buyer))
  const [order] = await buyer.client.listOrders({})
  const params = { id: order?._id ?? assert.fail('no order') }
  await staff.orders.client.getOrderDetails({ params })
  for (const area of ['catalogue', 'accounts', 'settings'] as const)
    await assertRefused(staff[area].client.getOrderDetails({ params }), 'order_not_found')
  const own = { params: { email: buyer.email } }
  await staff.accounts.client.exportPersonalData(own)
  for (const area of ['orders', 'catalogue', 'settings'] as const) {
    await assertRefused(staff[area].client.exportPersonalData(own), 'area_needed')
    await assertRefused(staff[area].client.closeAccount({ ...own, query: { reviews: 'keep' } }), 'area_needed')
  }
})

test('only an admin with all areas makes, changes, blocks or closes an admin', async () => {
  const { admin } = access.people
  const { accounts: member, orders: target } = staff
  const params = { email: target.email }
  const { client } = member
  const reason = 'Left'
  const attempts = [
    () => client.promote({ params }),
    () => client.promote({ params: { email: member.email } }),
    () => client.demote({ params }),
    () => client.setAreas({ params: { id: member.id }, body: { areas: [...adminAreas] } }),
    () => client.blockAccount({ params: { id: target.id }, body: { reason } }),
    () => client.unblockAccount({ params: { id: target.id } }),
    () => client.closeAccount({ params, query: { reviews: 'keep' } }),
  ]
  for (const attempt of attempts) await assertRefused(attempt(), 'full_admin_needed')
  assert.deepEqual(await client.isAdmin({ params }), { admin: true })
  await admin.client.blockAccount({ params: { id: target.id }, body: { reason } })
  await admin.client.unblockAccount({ params: { id: target.id } })
})

test('areas are given, taken and recorded; none makes a customer', async () => {
  const { admin } = access.people
  const { id, client, email } = await addStaff(['settings', 'orders'])
  assert.deepEqual((await client.getMembership({})).areas, ['orders', 'settings'])
  const set = (areas: AdminArea[], shown: AdminArea[]) =>
    admin.client.setAreas({ params: { id }, body: { areas, shown: { areas: shown } } })
  await assertRefused(set(['catalogue'], ['orders']), 'edit_conflict')
  assert.deepEqual(await set([...adminAreas], ['orders', 'settings']), { modifiedCount: 1 })
  assert.deepEqual((await client.getMembership({})).areas, adminAreas)
  assert.deepEqual(await set([...adminAreas], [...adminAreas]), { modifiedCount: 0 })
  assert.deepEqual(await set([], [...adminAreas]), { modifiedCount: 1 })
  assert.deepEqual(await client.isAdmin({ params: { email } }), { admin: false })
  assert.deepEqual((await client.getMembership({})).areas, [])
  const records = await admin.client.listAdminActions({ query: { q: email } })
  assert.deepEqual(
    records.map(({ action, before, after }) => [action, before, after]),
    [
      ['demote', {}, {}],
      ['set_areas', { areas: ['orders', 'settings'] }, { areas: adminAreas }],
      ['set_areas', { areas: [] }, { areas: ['orders', 'settings'] }],
    ],
  )
})

test('a call that began before an area was taken changes nothing', async () => {
  const { admin } = access.people
  const { id, email } = await addStaff(['orders', 'accounts'])
  const before = await readActor(shop.app.shop, { email })
  await admin.client.setAreas({ params: { id }, body: { areas: ['orders'] } })
  const note = { id: crypto.randomUUID(), text: 'Pays late.' }
  await assertRefused(addNote(shop.app.shop, before, staff.orders.id, note), 'area_needed')
})

test('whoever has one area only does not count as the last admin', async () => {
  const { admin } = access.people
  const [{ _id: id } = assert.fail('no account')] = await admin.client.listAccounts({ query: { q: admin.email } })
  await assertRefused(admin.client.setAreas({ params: { id }, body: { areas: ['orders'] } }), 'last_admin')
  await assertRefused(admin.client.demote({ params: { email: admin.email } }), 'last_admin')
})
