import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import { findEndOfDay, formatTimeInZone, isTimeZone } from '#contract/time-zones.ts'
import { openTestDatabase } from '#test/databases.ts'
import { assertRefused, buildOrderInput, openShop, type TestAccount } from '#test/open-shop.ts'
import { prepare, prepareTwoProcesses } from '#test/prepare.ts'
import { waitUntil } from '#test/wait-until.ts'

const { shop, other, database } = prepareTwoProcesses(
  { STORE_NAME: 'Edge & Sons', SELLER_TAX_ID: 'GB 1', ORDER_MINIMUM: '5' },
  { STORE_NAME: 'Edge & Daughters' },
)
const admin = prepare(() => shop.logInAsAdmin())

const change = (body: Parameters<TestAccount['client']['updateSettings']>[0]['body']) =>
  admin.client.updateSettings({ body })

test('settings of the environment hold until an admin changes some, which is audited and reaches all processes', async () => {
  const { current, defaults } = await admin.client.getSettings({})
  assert.deepEqual(current, defaults)
  assert.deepEqual([current.storeName, current.sellerTaxId, current.orderMinimum], ['Edge & Sons', 'GB 1', 5])
  await change({
    storeName: '  Anvil\nInc. ',
    contactAddress: '1 Forge Lane\nLeeds',
    taxPercent: 20,
    orderMinimum: 7.5,
  })
  const after = await admin.client.getSettings({})
  assert.deepEqual(after, {
    defaults,
    current: {
      ...current,
      storeName: 'Anvil Inc.',
      contactAddress: '1 Forge Lane\nLeeds',
      taxPercent: 20,
      orderMinimum: 7.5,
    },
  })
  for (const { app } of [shop, other]) {
    await waitUntil(() => app.settings.storeName === 'Anvil Inc.', 'the settings arrive')
    assert.equal(app.settings.orderMinimum, 7.5)
    assert.equal(app.settings.contact.address, '1 Forge Lane\nLeeds')
  }
  const [action] = await admin.client.listAdminActions({ query: { action: 'change_settings' } })
  assert.deepEqual([action?.actorEmail, action?.subject], [admin.email, 'Settings'])
  const { storeName, taxPercent, orderMinimum, sellerTaxId } = action?.after ?? {}
  assert.deepEqual([storeName, taxPercent, orderMinimum, sellerTaxId], ['Anvil Inc.', 20, 7.5, undefined])
  assert.equal(action?.before.storeName, 'Edge & Sons')
  const restarted = await openShop({ STORE_NAME: 'Edge' }, { database: { ...database, close: async () => {} } })
  assert.equal(restarted.app.settings.storeName, 'Anvil Inc.')
  assert.equal(restarted.app.settings.orderMinimum, 7.5)
  await restarted.app.close()
})

test('a setting that is changed back follows the environment again; fields that are not sent stay', async () => {
  await change({ storeName: 'Anvil Inc.' })
  await change({ contactPhone: '555' })
  await waitUntil(() => other.app.settings.contact.phone === '555', 'the settings arrive')
  assert.equal(other.app.settings.storeName, 'Anvil Inc.')
  await change({ storeName: 'Edge & Sons' })
  assert.equal(shop.app.settings.storeName, 'Edge & Sons')
  await waitUntil(() => other.app.settings.storeName === 'Edge & Daughters', 'the settings arrive')
  assert.equal(other.app.settings.contact.phone, '555')
})

test('orders, mails and documents use a change at once', async () => {
  await change({
    storeName: 'Anvil Inc.',
    sellerName: '',
    timeZone: 'Pacific/Auckland',
    orderMinimum: 10_000,
    taxPercent: 20,
  })
  const buyer = await shop.createVerifiedBuyer()
  const tool = await shop.getTool()
  await assertRefused(buyer.client.placeOrder(buildOrderInput(tool, buyer)), 'order_minimum')
  await change({ orderMinimum: 0 })
  await buyer.client.placeOrder(buildOrderInput(tool, buyer))
  const [order] = await buyer.client.listOrders({})
  const details = await buyer.client.getOrderDetails({ params: { id: order?._id ?? '' } })
  assert.equal(details.lines[0]?.taxPercent, 20)
  const [mail] = (await shop.listMails()).slice(-1)
  assert.match(mail?.body ?? '', /by 20\d\d-\d\d-\d\d \d\d:\d\d Pacific\/Auckland/)
  assert.match(mail?.body ?? '', /Anvil Inc\.$/)
})

test('invalid input is refused by its field, and nothing is changed', async () => {
  const before = await admin.client.getSettings({})
  const wrong: Parameters<typeof change>[0][] = [
    { storeName: ' ' },
    { storeName: 'x'.repeat(61) },
    { timeZone: 'Europe/Atlantis' },
    { contactEmail: 'nobody' },
    { taxPercent: -1 },
    { taxPercent: 100 },
    { taxPercent: 1.005 },
    { orderMinimum: 1_000_000 },
    { orderMinimum: Number.NaN },
  ]
  for (const body of wrong)
    await assert.rejects(change({ contactPhone: '999', ...body }), ({ code, errors }) => {
      assert.equal(code, 'invalid_input')
      assert.deepEqual(
        errors.map(({ field }: { field: string }) => field),
        Object.keys(body),
      )
      return true
    })
  assert.deepEqual(await admin.client.getSettings({}), before)
})

test('two admins can change different fields at once', async () => {
  await Promise.all([
    change({ sellerName: 'Anvil Ltd' }),
    change({ sellerTaxId: 'GB 2' }),
    change({ sellerBank: 'IBAN' }),
  ])
  const { current } = await admin.client.getSettings({})
  assert.deepEqual([current.sellerName, current.sellerTaxId, current.sellerBank], ['Anvil Ltd', 'GB 2', 'IBAN'])
  await waitUntil(() => other.app.shop.settings.current.sellerBank === 'IBAN', 'the settings arrive')
})

test('a change that arrives while the shop closes is no error', async () => {
  const closing = await openShop({}, { database: await openTestDatabase() })
  void closing.app.shop.notifications.publish('settings')
  await closing.app.close()
})

/** JavaScript and PostgreSQL read many of these names differently. */
const oddZones =
  `AET ACT AGT ART AST BST CAT CET CNT CST CTT EAT ECT EET EST EST5EDT GMT GMT+0 GMT0 HST IET IST JST MET MIT MST MST7MDT
  NET NST PLT PNT PRC PRT PST PST8PDT ROC ROK SST UCT UTC VST W-SU WET Zulu +00:00 +0530 +05:30 -08 -08:00 5 now local default
  US/Pacific US/Pacific-New Etc/GMT+5 Etc/GMT-14 Etc/UTC SystemV/PST8PDT Asia/Calcutta Asia/Kolkata Europe/Kiev Europe/Kyiv
  europe/berlin EUROPE/BERLIN Europe/Atlantis Mars/Base posix/Europe/Berlin right/Europe/Berlin ../etc/passwd
  America/Argentina/ComodRivadavia America/Nuuk Pacific/Enderbury Antarctica/Troll`.split(/\s+/)

test('a time zone is refused, or is the same to the database as to JavaScript', async () => {
  assert.ok(oddZones.length > 70)
  const accepted: string[] = []
  for (const timeZone of oddZones) {
    const save = admin.client.updateSettings({ body: { timeZone } })
    await save.then(
      () => accepted.push(timeZone),
      (error: unknown) => assert.ok(error instanceof Refusal && error.code === 'invalid_input', String(error)),
    )
  }
  for (const name of ['UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Etc/GMT+5', 'America/Nuuk'])
    assert.ok(accepted.includes(name), name)
  for (const name of ['AET', 'CET', 'IST', '+05:30', 'US/Pacific-New']) assert.ok(!accepted.includes(name), name)
  for (const name of new Set([...accepted, ...Intl.supportedValuesOf('timeZone')])) {
    assert.ok(isTimeZone(name), name)
    for (const time of ['2026-01-15T12:00:00Z', '2026-07-01T12:00:00Z']) {
      const { rows } = await shop.app.shop.db.execute<{ clock: string }>(
        sql`select to_char(${time}::timestamptz at time zone ${name}, 'YYYY-MM-DD HH24:MI') as clock`,
      )
      assert.equal(formatTimeInZone(new Date(time), name), `${rows[0]?.clock} ${name}`)
    }
  }
  await admin.client.getOverview({})
  await admin.client.updateSettings({ body: { timeZone: 'UTC' } })
})

test('a day ends in its time zone', () => {
  const ends = [
    ['2026-01-15', 'UTC', '2026-01-15T23:59:59.000Z'],
    ['2026-01-15', 'America/New_York', '2026-01-16T04:59:59.000Z'],
    ['2026-07-15', 'America/New_York', '2026-07-16T03:59:59.000Z'],
    ['2026-07-15', 'Asia/Tokyo', '2026-07-15T14:59:59.000Z'],
    ['2026-07-15', 'Asia/Kathmandu', '2026-07-15T18:14:59.000Z'],
    // Clocks change in the following night.
    ['2026-10-03', 'Australia/Sydney', '2026-10-03T13:59:59.000Z'],
    ['2026-04-04', 'Australia/Sydney', '2026-04-04T12:59:59.000Z'],
  ] as const
  for (const [day, zone, end] of ends) assert.equal(findEndOfDay(day, zone).toISOString(), end, zone)
})
