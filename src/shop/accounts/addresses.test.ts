import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAddress } from '#contract/addresses.ts'
import { maxAddresses } from '#contract/limits.ts'
import { addresses } from '#db/tables/accounts.ts'
import { createCompany } from '#test/companies.ts'
import { assertRefused, type TestAccount } from '#test/open-shop.ts'
import { readPersonalData } from '#test/personal-data.ts'
import { prepareShop } from '#test/prepare.ts'

const shop = prepareShop()

const warehouse = {
  name: 'Rita Moss',
  company: 'Moss & Daughters',
  street: '1 Forge Lane',
  city: 'Leeds',
  region: 'Yorkshire',
  postalCode: 'LS1 4AP',
  country: 'United Kingdom',
  phone: '555 0100',
  taxId: 'GB 123',
}

const save = async ({ client }: TestAccount, change: Partial<typeof warehouse & { site: string }> = {}) =>
  (await client.addAddress({ body: { ...warehouse, ...change } })).insertedId

const listStreets = async ({ client }: TestAccount) => (await client.listAddresses({})).map(({ street }) => street)

test('an address book is one’s own; what was changed last stands first', async () => {
  const [buyer, other] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
  const first = await save(buyer)
  await save(buyer, { street: '2 Dock Road' })
  assert.deepEqual(await listStreets(buyer), ['2 Dock Road', '1 Forge Lane'])
  const change = { ...warehouse, street: '3 Mill Street' }
  await buyer.client.updateAddress({ params: { id: first }, body: change })
  assert.deepEqual(await listStreets(buyer), ['3 Mill Street', '2 Dock Road'])
  assert.deepEqual((await buyer.client.listAddresses({}))[0], { _id: first, site: '', ...change })

  assert.deepEqual(await listStreets(other), [])
  await assertRefused(other.client.updateAddress({ params: { id: first }, body: warehouse }), 'not_found')
  await assertRefused(other.client.deleteAddress({ params: { id: first } }), 'not_found')
  await buyer.client.deleteAddress({ params: { id: first } })
  assert.deepEqual(await listStreets(buyer), ['2 Dock Road'])
})

test('members ship to the sites of their company, which its managers keep', async () => {
  const admin = await shop.logInAsAdmin()
  const { manager, buyer } = await createCompany(shop, admin)
  const { manager: other } = await createCompany(shop, admin, 'Vega Metalworks')
  await assertRefused(save(buyer, { site: 'Yard' }), 'manager_needed')
  await assertRefused(save(await shop.createVerifiedBuyer(), { site: 'Yard' }), 'member_needed')
  const params = { id: await save(manager, { site: 'Yard' }) }
  await save(buyer, { street: '2 Dock Road' })
  const sites = async ({ client }: TestAccount) =>
    (await client.listAddresses({})).map(({ site, street }) => [site, street])
  assert.deepEqual(await sites(manager), [['Yard', '1 Forge Lane']])
  assert.deepEqual((await sites(buyer)).toSorted(), [
    ['', '2 Dock Road'],
    ['Yard', '1 Forge Lane'],
  ])
  assert.deepEqual(await sites(other), [])

  const body = { ...warehouse, site: 'Yard', street: '3 Mill Street' }
  await assertRefused(buyer.client.updateAddress({ params, body }), 'manager_needed')
  await assertRefused(buyer.client.deleteAddress({ params }), 'manager_needed')
  await assertRefused(other.client.updateAddress({ params, body }), 'not_found')
  await assertRefused(other.client.deleteAddress({ params }), 'not_found')
  await assertRefused(manager.client.updateAddress({ params, body: { ...body, site: '' } }), 'invalid_input')
  await manager.client.updateAddress({ params, body })
  const own = { id: await save(manager) }
  await assertRefused(manager.client.updateAddress({ params: own, body }), 'invalid_input')
  assert.ok((await sites(buyer)).some(([, street]) => street === '3 Mill Street'))
  // A person's own data has no site.
  assert.deepEqual(
    (await readPersonalData(buyer.client, buyer.email)).addresses.map(({ street }) => street),
    ['2 Dock Road'],
  )
  await manager.client.deleteAddress({ params })
  assert.deepEqual(await sites(buyer), [['', '2 Dock Road']])
})

test('an address needs a name, a street, a city and a country', async () => {
  const buyer = await shop.createVerifiedBuyer()
  for (const field of ['name', 'street', 'city', 'country']) {
    await assertRefused(save(buyer, { [field]: ' ' }), 'invalid_input')
    await assertRefused(save(buyer, { [field]: 'x'.repeat(201) }), 'invalid_input')
  }
  await save(buyer, { company: '', region: '', postalCode: '', phone: '' })
})

test('an address book has at most fifty addresses', async () => {
  const buyer = await shop.createVerifiedBuyer()
  for (let number = 0; number < maxAddresses; number++) await save(buyer, { street: `${number} Forge Lane` })
  await assertRefused(save(buyer), 'addresses_full')
})

test('an address is written as on a parcel', () => {
  const lines = ['Rita Moss', 'Moss & Daughters', '1 Forge Lane', 'Leeds, Yorkshire LS1 4AP', 'United Kingdom']
  assert.equal(formatAddress(warehouse), lines.join('\n'))
  const short = { ...warehouse, company: '', region: '', postalCode: '' }
  assert.equal(formatAddress(short), 'Rita Moss\n1 Forge Lane\nLeeds\nUnited Kingdom')
})

test('an order is delivered to an address of the book, which then stands first', async () => {
  const buyer = await shop.createVerifiedBuyer()
  await save(buyer)
  await save(buyer, { street: '2 Dock Road' })
  const tool = await shop.addTool()
  const lines = [{ toolId: tool._id, quantity: 2, price: 10 }]
  const { orderId } = await buyer.client.checkOut({ body: { lines, shipTo: warehouse } })
  assert.deepEqual(await listStreets(buyer), ['1 Forge Lane', '2 Dock Road'])
  const order = await buyer.client.getOrder({ params: { orderId } })
  assert.deepEqual([order.phone, order.address], ['555 0100', formatAddress(warehouse)])
  const details = await buyer.client.getOrderDetails({ params: { id: orderId } })
  assert.deepEqual([details.shipTo, details.billTo], [warehouse, null])
})

test('addresses are exported, and deleted when the account is closed', async () => {
  const buyer = await shop.createVerifiedBuyer()
  await save(buyer)
  const params = { email: buyer.email }
  const exported = await readPersonalData(buyer.client, buyer.email)
  assert.deepEqual(
    exported.addresses.map(({ street }) => street),
    ['1 Forge Lane'],
  )
  const before = await shop.app.shop.db.$count(addresses)
  await buyer.client.closeAccount({ params, query: { reviews: 'keep' } })
  assert.equal(await shop.app.shop.db.$count(addresses), before - 1)
})
