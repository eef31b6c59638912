import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCompany } from '#test/companies.ts'
import { assertRefused, buildOrderInput } from '#test/open-shop.ts'
import { prepare, prepareShop } from '#test/prepare.ts'

const shop = prepareShop()
const admin = prepare(() => shop.logInAsAdmin())

test('a part number finds its tool for the company alone, goes before SKUs, and stands on the order', async () => {
  const { manager, buyer, viewer } = await createCompany(shop, admin)
  const other = await createCompany(shop, admin, 'Other')
  const [drill, saw] = [await shop.addTool({ sku: 'PN-1' }), await shop.addTool({ sku: 'PN-2' })]
  const set = (lines: { number: string; sku: string }[]) => buyer.client.setPartNumbers({ body: { lines } })
  await set([
    { number: 'Säge 7', sku: 'pn-2' },
    { number: 'PN-7/b #1', sku: 'PN-2' },
    { number: '4711', sku: 'PN-1' },
  ])
  const find = async (client: typeof buyer.client, text: string) => {
    const [found] = await client.findTools({ body: { skus: [text] } })
    return found && [found.sku, found.foundBy?.[0]?.kind]
  }
  assert.deepEqual(await find(viewer.client, 'SAGE 7'), ['PN-2', 'part_number'])
  assert.deepEqual(await find(manager.client, 'pn-7/B #1'), ['PN-2', 'part_number'])
  assert.deepEqual(await find(manager.client, 'pn-1'), ['PN-1', undefined])
  await assertRefused(set([{ number: 'pn-1', sku: 'PN-2' }]), 'invalid_input')
  assert.equal(await find(other.buyer.client, '4711'), undefined)
  assert.equal(await find(shop.client, '4711'), undefined)

  const list = await viewer.client.listPartNumbers({ query: { q: 'säge' } })
  assert.deepEqual(
    list.map(({ number, sku }) => [number, sku]),
    [['Säge 7', 'PN-2']],
  )
  assert.equal((await viewer.client.countPartNumbers({})).count, 3)

  await buyer.client.placeOrder(buildOrderInput(drill, buyer, 2))
  const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
  const { lines } = await buyer.client.getOrderDetails({ params: { id: order?._id ?? '' } })
  assert.equal(lines[0]?.reference, '4711')
  await buyer.client.addToCart({ params: { toolId: drill._id }, body: { quantity: 1, price: 10 } })
  assert.equal((await buyer.client.listCart({}))[0]?.tool?.partNumber, '4711')
  await buyer.client.checkOut({
    body: {
      lines: [{ toolId: saw._id, quantity: 1, price: 10, reference: 'Hall 3' }],
      ...{ phone: '555', address: '1 Forge Lane', fromCart: false },
    },
  })
  const [second] = await buyer.client.listOrders({ query: { limit: 1 } })
  const details = await buyer.client.getOrderDetails({ params: { id: second?._id ?? '' } })
  assert.equal(details.lines[0]?.reference, 'Hall 3', 'what the buyer writes stays')

  await set([{ number: 'sage 7', sku: '' }])
  assert.equal(await find(viewer.client, 'Säge 7'), undefined)
  await assertRefused(set([{ number: 'X', sku: 'NO-SUCH' }]), 'invalid_input')
  const twice = ['STRASSE', 'straße'].map(number => ({ number, sku: 'PN-1' }))
  await assertRefused(set(twice), 'invalid_input')
  const [again] = await buyer.client.findTools({ body: { skus: ['PN-1', 'PN-1'] } })
  assert.equal(again?.sku, 'PN-1')
  await assertRefused(viewer.client.setPartNumbers({ body: { lines: [] } }), 'buyer_needed')
})

test('barcodes and manufacturers’ numbers find the one tool that has them, by lookup and by search', async () => {
  const tool = await shop.addTool({ sku: 'NUM-1', gtin: '012345678905', manufacturerNumber: 'Mfr 140/7' })
  for (const sku of ['NUM-2', 'NUM-3']) await shop.addTool({ sku, manufacturerNumber: 'TWICE' })
  const find = async (text: string) => (await shop.client.findTools({ body: { skus: [text] } })).map(({ sku }) => sku)
  assert.deepEqual(await find('012345678905'), ['NUM-1'])
  assert.deepEqual(await find('0012345678905'), ['NUM-1'], 'a UPC as EAN')
  assert.deepEqual(await find('mfr 140/7'), ['NUM-1'])
  assert.deepEqual(await find('twice'), [], 'of two tools')
  for (const q of ['012345678905', '12345678905', '0012345678905', 'mfr 140/7'])
    assert.deepEqual(
      (await shop.client.listTools({ query: { q } })).map(({ _id }) => _id),
      [tool._id],
      q,
    )
  await assertRefused(
    admin.client.addTool({
      body: {
        ...{ name: 'Adze', image: '/images/jigsaw-800.webp', price: 1, available: 1, minimum: 1, description: 'x' },
        gtin: '4006381333932',
      },
    }),
    'invalid_input',
  )
})
