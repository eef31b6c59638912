import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InputOf } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import { createCompany } from '#test/companies.ts'
import { type AddedTool, assertRefused, buildOrderInput, type TestAccount } from '#test/open-shop.ts'
import { readPdf } from '#test/pdf-text.ts'
import { prepare, prepareShop } from '#test/prepare.ts'

const shop = prepareShop()
const admin = prepare(() => shop.logInAsAdmin())

type NewRow = InputOf<'addListRow'>['body']

const addList = async (name = 'Trade A') => (await admin.client.addPriceList({ body: { name } })).insertedId
const addRow = (id: string, body: NewRow) => admin.client.addListRow({ params: { id }, body })
const getSku = async (tool: AddedTool) => (await admin.client.getToolDetails({ params: { id: tool._id } })).sku

/** A company with a list and a contract, without rows. */
async function createPricedCompany() {
  const company = await createCompany(shop, admin)
  const list = await addList()
  await admin.client.setPriceListOf({ params: { id: company.id }, body: { priceListId: list } })
  const { insertedId: contract } = await admin.client.addContract({ params: { id: company.id } })
  return { ...company, list, contract }
}

const readPrice = async ({ client }: TestAccount, { _id }: AddedTool) =>
  (await client.getPrices({ body: { ids: [_id] } }))[0]

test('a contract goes before the shared list, a tool before its group, a group before all, the newest day first', async () => {
  const { buyer, list, contract, id } = await createPricedCompany()
  const tool = await shop.addTool({ price: 20, discountGroup: 'Saws' })
  const sku = await getSku(tool)
  const read = async () => (await readPrice(buyer, tool))?.price
  const explain = async () => (await admin.client.explainPrice({ params: { id }, query: { sku } })).because
  assert.deepEqual([await read(), await explain()], [undefined, null])
  await addRow(list, { validFrom: '2026-01-01', percentOff: 5 })
  assert.equal(await read(), 19)
  await addRow(list, { discountGroup: 'Saws', validFrom: '2026-01-01', percentOff: 10 })
  assert.equal(await read(), 18)
  await addRow(list, { sku, validFrom: '2026-01-01', price: 17 })
  assert.equal(await read(), 17)
  await addRow(contract, { validFrom: '2026-01-01', percentOff: 2.5 })
  assert.equal(await read(), 19.5, 'the first source decides, not the lowest price')
  await addRow(contract, { validFrom: '2026-02-01', percentOff: 12 })
  assert.equal(await read(), 17.6)
  await addRow(contract, { validFrom: '2100-01-01', percentOff: 50 })
  assert.equal(await read(), 17.6)
  assert.deepEqual(await explain(), {
    listName: 'Contract of Moss & Sons',
    isContract: true,
    target: 'all',
    validFrom: '2026-02-01',
    price: null,
    percentOff: 12,
  })
  await addRow(contract, { validFrom: '2026-03-01', ends: true })
  assert.equal(await read(), 17, 'a row without terms ends the earlier one')
  const rows = await admin.client.listListRows({ params: { id: contract } })
  assert.deepEqual(
    rows.map(({ validFrom, state }) => [validFrom, state]),
    [
      ['2026-03-01', 'current'],
      ['2100-01-01', 'future'],
      ['2026-02-01', 'replaced'],
      ['2026-01-01', 'replaced'],
    ],
  )
  const lists = await admin.client.listPriceLists({})
  const summarize = (wanted: string) =>
    lists.filter(({ _id }) => _id === wanted).map(each => [each.rows, each.companies])
  assert.deepEqual([summarize(list), summarize(contract)], [[[3, 1]], [[4, 1]]])
  assert.equal((await admin.client.getCompany({ params: { id } })).contractId, contract)
  await admin.client.deletePriceList({ params: { id: contract } })
  await assertRefused(admin.client.deletePriceList({ params: { id: list } }), 'price_list_used')
  await admin.client.setPriceListOf({ params: { id }, body: { priceListId: null } })
  assert.equal(await read(), undefined)
  await admin.client.deletePriceList({ params: { id: list } })
})

test('cart, lookup, saved list, an order of one’s own and one on behalf have the price of the company', async () => {
  const { buyer, viewer, contract } = await createPricedCompany()
  const tool = await shop.addTool({
    price: 12.95,
    available: 100_000,
    minimum: 1,
    priceBreaks: [{ from: 50, price: 12 }],
  })
  const sku = await getSku(tool)
  await addRow(contract, { sku, validFrom: '2026-01-01', price: 11.2, priceBreaks: [{ from: 100, price: 10 }] })
  const own = { price: 11.2, priceBreaks: [{ from: 100, price: 10 }] }
  const { client } = buyer
  assert.deepEqual(await readPrice(viewer, tool), { _id: tool._id, ...own })
  assert.deepEqual(await readPrice(await createPricedCompany().then(other => other.buyer), tool), undefined)
  const params = { toolId: tool._id }
  await client.addToCart({ params, body: { quantity: 100, price: 12.95 } })
  assert.deepEqual((await client.listCart({}))[0]?.tool?.companyPrice, own)
  assert.deepEqual((await client.findTools({ body: { skus: [sku] } }))[0]?.companyPrice, own)
  const anonymous = shop.client
  assert.equal((await anonymous.findTools({ body: { skus: [sku] } }))[0]?.companyPrice, undefined)
  const lines = [{ ...params, quantity: 3, price: 11.2 }]
  const { insertedId } = await client.addSavedList({ body: { name: 'Weekly', lines } })
  assert.deepEqual((await client.getSavedList({ params: { id: insertedId } })).lines[0]?.tool?.companyPrice, own)

  const order = async (price: number, quantity: number) => {
    await client.placeOrder(buildOrderInput({ ...tool, price }, buyer, quantity))
    const [placed] = await client.listOrders({ query: { limit: 1 } })
    return placed?.totalPrice
  }
  assert.equal(await order(12.95, 3), 33.6, 'the public price is accepted, the lower one is charged')
  const [{ _id: orderId } = assert.fail()] = await client.listOrders({ query: { limit: 1 } })
  const { pdf } = await client.getOrderDocument({ params: { id: orderId, kind: 'proForma' } })
  assert.match((await readPdf(Buffer.from(pdf, 'base64'))).join(), /\$11\.20.*\$33\.60/s)
  assert.equal(await order(11.2, 3), 33.6)
  assert.equal(await order(12, 50), 560)
  assert.equal(await order(10, 100), 1000)
  await assertRefused(order(11.5, 3), 'price_changed')
  await assertRefused(order(10, 3), 'price_changed')

  const account = await admin.client.listAccounts({ query: { q: buyer.email } })
  const id = account[0]?._id ?? assert.fail('no account')
  await admin.client.putIntoAdminCart({ params: { id }, body: { lines: [{ ...params, quantity: 4, price: 12.95 }] } })
  assert.deepEqual((await admin.client.listAdminCart({ params: { id } }))[0]?.tool?.companyPrice, own)
  await admin.client.placeOrderForAccount({
    params: { id },
    body: { lines: [{ ...params, quantity: 4, price: 12.95 }] },
  })
  assert.equal((await client.listOrders({ query: { limit: 1 } }))[0]?.totalPrice, 44.8)
})

test('a row above the public price is not in force, and never raises a price', async () => {
  const { buyer, contract, id } = await createPricedCompany()
  const tool = await shop.addTool({ price: 10, priceBreaks: [{ from: 20, price: 8 }] })
  const sku = await getSku(tool)
  await addRow(contract, { sku, validFrom: '2026-01-01', price: 11 })
  assert.equal(await readPrice(buyer, tool), undefined)
  const [row] = await admin.client.listListRows({ params: { id: contract } })
  assert.deepEqual([row?.isAbovePublic, row?.listPrice, row?.state], [true, 10, 'current'])
  const { own, list } = await admin.client.explainPrice({ params: { id }, query: { sku } })
  assert.deepEqual(own, list)
  await addRow(contract, { sku, validFrom: '2026-01-02', price: 9 })
  assert.deepEqual(
    (await readPrice(buyer, tool))?.priceBreaks,
    [{ from: 20, price: 8 }],
    'the lower of both at each quantity',
  )
})

test('what a row may not say is a sentence at its field', async () => {
  const { contract } = await createPricedCompany()
  const tool = await shop.addTool({ price: 10 })
  const sku = await getSku(tool)
  const validFrom = '2026-01-01'
  const check = async (body: NewRow, field: string) =>
    assert.rejects(addRow(contract, body), (error: unknown) => {
      assert.ok(error instanceof Refusal)
      assert.deepEqual([error.code, error.errors[0]?.field], ['invalid_input', field])
      return true
    })
  await check({ sku, validFrom, price: 5, percentOff: 5 }, 'percentOff')
  await check({ sku, validFrom }, 'price')
  await check({ sku, validFrom: '0000-01-01', percentOff: 5 }, 'validFrom')
  await check({ validFrom, percentOff: 100 }, 'percentOff')
  await check({ validFrom, percentOff: -1 }, 'percentOff')
  await check({ validFrom, percentOff: 7.125 }, 'percentOff')
  await check({ sku, validFrom, price: 0 }, 'price')
  await check({ validFrom, price: 5 }, 'price')
  await check({ sku, validFrom, price: 5, priceBreaks: [{ from: 10, price: 6 }] }, 'priceBreaks')
  await check({ sku, validFrom: '', percentOff: 5 }, 'validFrom')
  await check({ sku, validFrom: '2026-02-30', percentOff: 5 }, 'validFrom')
  await check({ sku: 'NO-SUCH', validFrom, percentOff: 5 }, 'sku')
  await check({ discountGroup: 'No such', validFrom, percentOff: 5 }, 'discountGroup')
  await check({ sku, discountGroup: 'Saws', validFrom, percentOff: 5 }, 'discountGroup')
  const { insertedId: replaces } = await addRow(contract, { sku, validFrom, percentOff: 5 })
  await check({ sku, validFrom, percentOff: 6 }, 'validFrom')
  await addRow(contract, { sku, validFrom, percentOff: 6, replaces })
  await assertRefused(addRow(contract, { sku, validFrom, percentOff: 7, replaces }), 'changed_meanwhile')
  for (const body of [{ percentOff: 90 }, { price: 1 }, { price: 9, priceBreaks: [{ from: 10, price: 0.5 }] }]) {
    const row = { sku, validFrom: '2026-05-01', ...body }
    await assertRefused(addRow(contract, row), 'discount_unconfirmed')
    const { insertedId: rowId } = await addRow(contract, { ...row, isConfirmed: true })
    await admin.client.deleteListRow({ params: { id: contract, rowId } })
  }
  const { buyer } = await createPricedCompany()
  const ids = Array.from({ length: 1001 }, () => crypto.randomUUID())
  await assertRefused(buyer.client.getPrices({ body: { ids } }), 'invalid_input')
})
