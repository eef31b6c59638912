import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#contract/endpoints.ts'
import type { OperationId } from '#contract/operations.ts'
import { Refusal } from '#contract/refusal.ts'
import { createCompany, type TestMember } from '#test/companies.ts'
import type { TestAccount } from '#test/open-shop.ts'
import { placeOrder, placeShippedOrder, toLine } from '#test/orders.ts'
import { prepare, prepareShop } from '#test/prepare.ts'
import { waitUntil } from '#test/wait-until.ts'

const shop = prepareShop()
const admin = prepare(() => shop.logInAsAdmin())
const buyer = prepare(() => shop.createVerifiedBuyer())

type Fields = Record<string, unknown>

interface Edit {
  read: () => Promise<Fields>
  // biome-ignore lint/suspicious/noExplicitAny: bodies of fourteen calls
  save: (body: any) => Promise<unknown>
  theirs: Fields
  /** Fields that differ from `theirs`; empty for records with one field. */
  mine: Fields
  /** Fields of `theirs`, with other values. */
  conflicting: Fields
}

const in20Days = new Date(Date.now() + 20 * 86_400_000).toISOString()
const in30Days = new Date(Date.now() + 30 * 86_400_000).toISOString()

const companyEdit = {
  theirs: { city: 'York', poRequired: true },
  mine: { street: '2 Forge Lane' },
  conflicting: { city: 'Hull', poRequired: true },
}

function editMember(manager: TestAccount, { id }: TestMember, save: Edit['save']): Edit {
  return {
    async read() {
      const { members } = await manager.client.getOwnCompany({})
      const { role, amount } = members.find(({ _id }) => _id === id) ?? assert.fail('no member')
      return { role, amount }
    },
    save,
    theirs: { amount: 700 },
    mine: {},
    conflicting: { amount: 900 },
  }
}

const edits: Partial<Record<OperationId, () => Promise<Edit>>> = {
  updateTool: async () => {
    const params = { id: (await shop.addTool())._id }
    return {
      read: async () => {
        const tool = await admin.client.getToolDetails({ params })
        return { ...tool, replacementSku: tool.replacement?.sku ?? '' }
      },
      save: body => admin.client.updateTool({ params, body }),
      theirs: { price: 35, priceBreaks: [{ from: 50, price: 30 }], brand: 'Norvane' },
      mine: { description: 'Cuts.', specifications: [{ name: 'Weight', value: '2', unit: 'kg' }] },
      conflicting: { price: 22, priceBreaks: [{ from: 50, price: 21 }], brand: 'Ostrow' },
    }
  },
  setAreas: async () => {
    const { email } = await shop.createVerifiedBuyer()
    const [{ _id: id } = assert.fail('no account')] = await admin.client.listAccounts({ query: { q: email } })
    return {
      read: async () => ({ areas: (await admin.client.getAccount({ params: { id } })).areas }),
      save: body => admin.client.setAreas({ params: { id }, body }),
      theirs: { areas: ['orders'] },
      mine: {},
      conflicting: { areas: ['settings'] },
    }
  },
  updateCategory: async () => {
    const { slug } = await admin.client.addCategory({ body: { name: 'Clamps' } })
    return {
      read: async () => (await admin.client.listCategories({})).find(each => each.slug === slug) ?? {},
      save: body => admin.client.updateCategory({ params: { slug }, body }),
      theirs: { name: 'Clamps and Vices' },
      mine: { filters: ['Weight'] },
      conflicting: { name: 'Vices' },
    }
  },
  renameBrand: async () => {
    const { _id: id, ...tool } = await shop.addTool()
    const fields = { image: '/images/jigsaw-800.webp', description: 'Bores.', brand: 'Acme' }
    await admin.client.updateTool({ params: { id }, body: { ...tool, ...fields } })
    return {
      read: async () => (await admin.client.listBrands({})).find(({ slug }) => slug === 'acme') ?? {},
      save: body => admin.client.renameBrand({ params: { slug: 'acme' }, body }),
      theirs: { name: 'ACME' },
      mine: {},
      conflicting: { name: 'acme' },
    }
  },
  repairImportRow: async () => {
    const id = crypto.randomUUID()
    const file = new File(['SKU,Name,Price\nNEW-1,Awl,x'], 'tools.csv')
    await admin.client.addImport({ params: { id }, form: { file } })
    await waitUntil(async () => (await admin.client.getImport({ params: { id } })).state === 'checked', 'it is checked')
    return {
      read: async () => (await admin.client.listImportRows({ params: { id } }))[0]?.cells ?? {},
      save: ({ shown, ...cells }) =>
        admin.client.repairImportRow({ params: { id, position: '1' }, body: { cells, shown } }),
      theirs: { price: '7' },
      mine: { name: 'Bradawl' },
      conflicting: { price: '9' },
    }
  },
  updateCompany: async () => {
    const { id, manager } = await createCompany(shop, admin)
    return {
      read: () => manager.client.getOwnCompany({}),
      save: body => admin.client.updateCompany({ params: { id }, body }),
      ...companyEdit,
    }
  },
  setMember: async () => {
    const { manager, buyer: member } = await createCompany(shop, admin)
    return editMember(manager, member, body => manager.client.setMember({ params: { accountId: member.id }, body }))
  },
  setMemberOf: async () => {
    const { id, manager, buyer: member } = await createCompany(shop, admin)
    return editMember(manager, member, body => admin.client.setMemberOf({ params: { id, accountId: member.id }, body }))
  },
  renamePriceList: async () => {
    const { insertedId: id } = await admin.client.addPriceList({ body: { name: 'Trade A' } })
    return {
      read: () => admin.client.getPriceList({ params: { id } }),
      save: body => admin.client.renamePriceList({ params: { id }, body }),
      theirs: { name: 'Trade B' },
      mine: {},
      conflicting: { name: 'Trade C' },
    }
  },
  updateOwnCompany: async () => {
    const { manager } = await createCompany(shop, admin)
    return {
      read: () => manager.client.getOwnCompany({}),
      save: body => manager.client.updateOwnCompany({ body }),
      ...companyEdit,
    }
  },
  updateSettings: async () => ({
    read: async () => (await admin.client.getSettings({})).current,
    save: body => admin.client.updateSettings({ body }),
    theirs: { storeName: 'Anvil & Sons', orderMinimum: 50 },
    mine: { taxPercent: 7.5 },
    conflicting: { storeName: 'Anvil', orderMinimum: 20 },
  }),
  updateAppearance: async () => ({
    read: async () => (await admin.client.getAppearance({})).current,
    save: body => admin.client.updateAppearance({ body }),
    theirs: { bannerAbove: 'Hammers', hiddenSections: ['blog'] },
    mine: { accentColor: '#7ab0ff' },
    conflicting: { bannerAbove: 'Saws', hiddenSections: ['brands'] },
  }),
  updatePage: async () => {
    const params = { slug: 'terms' }
    await admin.client.addPage({ body: { slug: 'terms', title: 'Terms', body: 'Pay.' } })
    return {
      read: () => admin.client.getAnyPage({ params }),
      save: body => admin.client.updatePage({ params, body }),
      theirs: { body: 'Pay soon.', published: true },
      mine: { title: 'Terms of Trade', footerEntry: 'About us' },
      conflicting: { body: 'Pay late.', published: true },
    }
  },
  updateProfile: async () => {
    const { email } = buyer
    const profile = { education: 'Guild', city: 'Kyoto', phone: '1', linkedIn: 'me' }
    await buyer.client.createProfile({ body: { name: '', email, ...profile } })
    return {
      read: async () => (await buyer.client.findProfile({ query: { email } })) ?? {},
      save: body => buyer.client.updateProfile({ params: { email }, body }),
      theirs: { city: 'Łódź' },
      mine: { phone: '555 0100' },
      conflicting: { city: 'Tel Aviv' },
    }
  },
  updateAddress: async () => {
    const address = { name: 'Ann', street: '1 Forge Lane', city: 'Kyoto', country: 'Japan' }
    const body = { ...address, company: '', region: '', postalCode: '', phone: '' }
    const params = { id: (await buyer.client.addAddress({ body })).insertedId }
    return {
      read: async () => (await buyer.client.listAddresses({})).find(({ _id }) => _id === params.id) ?? {},
      save: changed => buyer.client.updateAddress({ params, body: changed }),
      theirs: { street: '2 Forge Lane' },
      mine: { phone: '555 0100' },
      conflicting: { street: '3 Forge Lane' },
    }
  },
  updateSavedList: async () => {
    const [adze, bolt] = [await shop.addTool(), await shop.addTool()]
    const body = { name: 'Weekly', lines: [toLine(adze, 5)] }
    const params = { id: (await buyer.client.addSavedList({ body })).insertedId }
    return {
      read: async () => {
        const { name, lines } = await buyer.client.getSavedList({ params })
        return { name, lines: lines.map(({ toolId, quantity, price }) => ({ toolId, quantity, price })) }
      },
      save: changed => buyer.client.updateSavedList({ params, body: changed }),
      theirs: { lines: [toLine(adze, 5), toLine(bolt, 7)] },
      mine: { name: 'Monthly' },
      conflicting: { lines: [] },
    }
  },
  changePoNumber: async () => {
    const params = { id: await placeOrder(buyer, [toLine(await shop.addTool(), 2)]) }
    return {
      read: async () => ({ poNumber: (await buyer.client.getOrderDetails({ params })).poNumber }),
      save: body => buyer.client.changePoNumber({ params, body }),
      theirs: { poNumber: 'PO 1' },
      mine: {},
      conflicting: { poNumber: 'PO 2' },
    }
  },
  updateTracking: async () => {
    const id = await placeShippedOrder({ buyer, admin }, [toLine(await shop.addTool(), 2)])
    const read = async () => {
      const { shipments } = await admin.client.getOrderDetails({ params: { id } })
      return shipments[0] ?? assert.fail('no shipment')
    }
    const params = { id: (await read())._id }
    return {
      read,
      save: body => admin.client.updateTracking({ params, body }),
      theirs: { trackingNumber: 'T1' },
      mine: { carrier: 'UPS' },
      conflicting: { trackingNumber: 'T2' },
    }
  },
  holdOrder: async () => {
    const params = { id: await placeOrder(buyer, [toLine(await shop.addTool(), 2)]) }
    return {
      read: async () => ({ until: (await admin.client.getOrderDetails({ params })).heldUntil }),
      save: body => admin.client.holdOrder({ params, body }),
      theirs: { until: in20Days },
      mine: {},
      conflicting: { until: in30Days },
    }
  },
}

const pick = (record: Fields, fields: Fields) =>
  Object.fromEntries(Object.keys(fields).map(name => [name, record[name]]))

test('every call with `shown` is tested here', () => {
  const takesShown = Object.entries(endpoints).filter(
    ([, endpoint]) => 'body' in endpoint && endpoint.body && 'shape' in endpoint.body && 'shown' in endpoint.body.shape,
  )
  assert.deepEqual(takesShown.map(([name]) => name).toSorted(), Object.keys(edits).toSorted())
})

for (const [name, setUp] of Object.entries(edits))
  test(`${name}: the second save never loses what the first one changed`, async () => {
    const { read, save, theirs, mine, conflicting } = await setUp()
    const shown = await read()
    await save({ ...shown, ...theirs, shown })
    if (Object.keys(mine).length > 0) await save({ ...shown, ...mine, shown })
    assert.deepEqual(pick(await read(), { ...theirs, ...mine }), { ...theirs, ...mine })
    const refusal = await save({ ...shown, ...mine, ...conflicting, shown }).then(
      () => assert.fail('saved'),
      (error: unknown) => (error instanceof Refusal ? error : assert.fail(String(error))),
    )
    assert.equal(refusal.code, 'edit_conflict')
    const present = Object.fromEntries(refusal.errors.map(each => [each.field, each.present]))
    const fields = Object.entries(conflicting).filter(([field, value]) => value !== theirs[field])
    assert.deepEqual(present, pick(theirs, Object.fromEntries(fields)))
    assert.deepEqual(pick(await read(), { ...theirs, ...mine }), { ...theirs, ...mine })
    await save({ ...shown, ...mine, ...conflicting, shown: { ...shown, ...theirs } })
    assert.deepEqual(pick(await read(), { ...conflicting, ...mine }), { ...conflicting, ...mine })
  })
