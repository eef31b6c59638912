import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { DrizzleQueryError } from 'drizzle-orm'
import { maxStock } from '#contract/limits.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { mallet, openAuditedShop } from '#test/audited-shop.ts'
import { assertRefused, openShop, type TestAccount } from '#test/open-shop.ts'

const { shop, ada, zoe, listNewRecords, addMallet, placeOrder, placePaidOrder } = await openAuditedShop()

after(() => shop.app.close())

const toActor = (admin: TestAccount) => ({ actorEmail: admin.email })

test('promotions and demotions are recorded with the admin who made them', async () => {
  const params = { email: (await shop.createVerifiedBuyer()).email }
  const account = { targetKind: 'account', target: params.email }
  const [customer, admin] = [{ role: 'customer' }, { role: 'admin' }]
  assert.deepEqual(await listNewRecords(() => ada.client.promote({ params })), [
    { ...toActor(ada), action: 'promote', ...account, before: customer, after: admin },
  ])
  assert.deepEqual(await listNewRecords(() => zoe.client.demote({ params })), [
    { ...toActor(zoe), action: 'demote', ...account, before: admin, after: customer },
  ])
})

const terms = { sku: 'ML-5', increment: 5, unitLabel: 'pack of 5', priceBreaks: [{ from: 20, price: 11 }] }

test('an added, changed or deleted tool is recorded with the changed fields', async () => {
  const tool = { targetKind: 'tool', target: 'Mallet' }
  let id = ''
  const { price: _, unitLabel: __, priceBreaks: ___, ...others } = { ...mallet, ...terms }
  const added = await listNewRecords(async () => {
    id = await addMallet(terms)
  })
  assert.deepEqual(added, [
    {
      ...toActor(ada),
      action: 'add_tool',
      ...tool,
      before: {},
      after: {
        ...others,
        price_cents: 1200,
        unit_label: 'pack of 5',
        price_breaks: [{ from: 20, priceCents: 1100 }],
        tax_percent: null,
        image_alt: '',
        discontinued: false,
        discount_group: '',
        gtin: '',
        manufacturer_number: '',
        ...{ brand: '', category: '', replacement_sku: '', specifications: [], further_images: [] },
      },
    },
  ])
  const change = { ...mallet, name: 'Maul', price: 15, available: 60 }
  assert.deepEqual(await listNewRecords(() => zoe.client.updateTool({ params: { id }, body: change })), [
    {
      ...toActor(zoe),
      action: 'update_tool',
      ...tool,
      before: { name: 'Mallet', price_cents: 1200, available: 40 },
      after: { name: 'Maul', price_cents: 1500, available: 60 },
    },
  ])
  const parts = {
    specifications: [{ name: 'Head', value: '1.5', unit: 'kg' }],
    furtherImages: [{ url: '/images/jigsaw-800.webp', alt: 'From above' }],
  }
  const [record] = await listNewRecords(() => zoe.client.updateTool({ params: { id }, body: { ...change, ...parts } }))
  assert.deepEqual(record?.before, { specifications: [], further_images: [] })
  assert.deepEqual(record.after, { specifications: parts.specifications, further_images: parts.furtherImages })
  const [deleted, ...more] = await listNewRecords(() => ada.client.deleteTool({ params: { id } }))
  assert.deepEqual(more, [])
  const { after, ...rest } = deleted ?? assert.fail('not on record')
  assert.deepEqual(rest, {
    ...toActor(ada),
    action: 'delete_tool',
    targetKind: 'tool',
    target: 'Maul',
    before: { deleted_at: null },
  })
  assert.deepEqual(Object.keys(after), ['deleted_at'])
})

test('an order that an admin delivers or cancels is recorded without data of its buyer', async () => {
  const buyer = await shop.createBuyer()
  const order = { targetKind: 'order', target: 'Circular Saw' }
  const bought = await placePaidOrder(buyer)
  assert.deepEqual(await listNewRecords(() => ada.client.markShipped({ params: { id: bought } })), [
    { ...toActor(ada), action: 'deliver', ...order, before: { state: 'paid' }, after: { state: 'shipped' } },
  ])
  const { _id: id } = await placeOrder(buyer)
  assert.deepEqual(await listNewRecords(() => zoe.client.cancelAnyOrder({ params: { id } })), [
    {
      ...toActor(zoe),
      action: 'cancel_order',
      ...order,
      before: { state: 'placed' },
      after: { state: 'cancelled' },
    },
  ])
  const [cancelled, delivered] = await ada.client.listAdminActions({ query: { limit: 2 } })
  assert.deepEqual([cancelled?.subjectId, delivered?.subjectId], [id, bought])
  assert.deepEqual([cancelled?.buyerEmail, delivered?.buyerEmail], [buyer.email, buyer.email])
  const { number } = await buyer.client.getOrder({ params: { orderId: bought } })
  for (const q of [String(number), `#${number}`])
    assert.deepEqual(
      (await ada.client.listAdminActions({ query: { q } })).map(({ subjectId }) => subjectId),
      [bought],
    )
})

test('the API lists prices as it shows them, and of each action only the changed fields of a tool', async () => {
  const id = await addMallet(terms)
  await ada.client.updateTool({ params: { id }, body: { ...mallet, price: 12.5 } })
  await ada.client.deleteTool({ params: { id } })
  const [deleted, updated, added] = await ada.client.listAdminActions({ query: { limit: 3 } })
  assert.deepEqual([deleted?.before, deleted?.after], [{}, {}])
  assert.deepEqual([updated?.before, updated?.after], [{ price: 12 }, { price: 12.5 }])
  const numbers = { gtin: '', manufacturerNumber: '', discountGroup: '' }
  const defaults = {
    taxPercent: null,
    imageAlt: '',
    discontinued: false,
    brand: '',
    category: '',
    replacementSku: '',
    ...numbers,
  }
  assert.deepEqual(
    [added?.before, added?.after],
    [{}, { ...mallet, ...terms, ...defaults, specifications: [], furtherImages: [] }],
  )
  assert.equal(new Date(added?.time ?? '').toISOString(), added?.time)
})

test('refused calls and calls without effect are not recorded', async () => {
  const buyer = await shop.createBuyer()
  const [unpaid, bought] = [await placeOrder(buyer), await placePaidOrder(buyer)]
  const shipped = await placePaidOrder(buyer)
  await ada.client.markShipped({ params: { id: shipped } })
  const gone = await addMallet()
  await ada.client.deleteTool({ params: { id: gone } })
  const present = await addMallet()
  const nobody = { email: 'nobody@example.com' }
  const rows = await listNewRecords(async () => {
    await ada.client.promote({ params: { email: zoe.email } })
    await ada.client.demote({ params: { email: buyer.email } })
    await assertRefused(ada.client.promote({ params: nobody }), 'account_not_found')
    await assertRefused(ada.client.demote({ params: nobody }), 'account_not_found')
    await assertRefused(buyer.client.promote({ params: { email: buyer.email } }), 'admins_only')
    await ada.client.updateTool({ params: { id: present }, body: mallet })
    await ada.client.deleteTool({ params: { id: gone } })
    await assertRefused(ada.client.updateTool({ params: { id: gone }, body: mallet }), 'tool_not_found')
    const tooLittle = { ...mallet, available: 0, availableBefore: 41 }
    await assertRefused(ada.client.updateTool({ params: { id: present }, body: tooLittle }), 'changed_meanwhile')
    const tooMuch = { ...mallet, available: maxStock, availableBefore: 0 }
    await assertRefused(ada.client.updateTool({ params: { id: present }, body: tooMuch }), 'changed_meanwhile')
    await assertRefused(ada.client.addTool({ body: { ...mallet, price: 0 } }), 'invalid_input')
    await assertRefused(ada.client.markShipped({ params: { id: unpaid._id } }), 'order_not_paid')
    await assertRefused(ada.client.cancelAnyOrder({ params: { id: bought } }), 'order_paid')
    await ada.client.markShipped({ params: { id: shipped } })
  })
  assert.deepEqual(rows, [])
})

test('orders and cancellations by their own buyer are not recorded', async () => {
  const buyer = await shop.createBuyer()
  const rows = await listNewRecords(async () => {
    for (const person of [ada, buyer])
      await person.client.cancelOrder({ params: { id: (await placeOrder(person))._id } })
  })
  assert.deepEqual(rows, [])
})

test('a role granted by ADMIN_EMAILS is recorded once, without an actor', async t => {
  const own = await openShop({ ADMIN_EMAILS: 'buyer1@example.com' })
  t.after(() => own.app.close())
  const { db } = own.app.shop
  const owner = await own.signUp()
  assert.equal(await db.$count(adminActions), 0)
  await db.execute(
    `update identity_users set email_verified = true, email_verified_at = now() where email = 'buyer1@example.com'`,
  )
  const logIn = () => own.logIn(owner.email, 'secret-7')
  await Promise.all([logIn(), logIn()])
  const { client } = await logIn()
  const [{ _id, time, subjectId, ...granted } = assert.fail('not on record'), ...more] = await client.listAdminActions(
    {},
  )
  assert.deepEqual(more, [])
  assert.deepEqual(granted, {
    actorEmail: null,
    action: 'promote',
    subject: owner.email,
    orderNumber: null,
    buyerEmail: null,
    before: {},
    after: {},
  })
})

test('records cannot be changed or deleted', async () => {
  const { db } = shop.app.shop
  for (const attempt of [
    `update admin_actions set actor_email = 'nobody@example.com'`,
    'delete from admin_actions',
    'truncate admin_actions',
  ])
    await assert.rejects(db.execute(attempt), ({ cause }: DrizzleQueryError) =>
      /admin_actions takes new rows only/.test(String(cause)),
    )
})
