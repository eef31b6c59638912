import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { assertRefused, openShop } from '#test/open-shop.ts'

test('a full disk is told as a shop that is unavailable, and by /readyz until a minute later', async () => {
  const shop = await openShop({}, { onError: () => {} })
  const readyStatus = async () => (await shop.request('/readyz')).status
  const buyer = await shop.createBuyer()
  await shop.app.shop.db.execute(
    sql.raw(`
    create function refuse_to_write() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file' using errcode = '53100';
    end $$`),
  )
  await shop.app.shop.db.execute(
    sql.raw('create trigger full_disk before insert on addresses for each row execute function refuse_to_write()'),
  )
  assert.equal(await readyStatus(), 200)
  const address = { name: 'Ann', street: '1 Forge Lane', city: 'Kyoto', country: 'Japan' }
  const body = { ...address, company: '', region: '', postalCode: '', phone: '' }
  await assertRefused(buyer.client.addAddress({ body }), 'shop_unavailable')
  assert.equal(await readyStatus(), 503)
  assert.equal((await shop.request('/healthz')).status, 200)
  shop.advanceClock(61_000)
  assert.equal(await readyStatus(), 200)
  await shop.app.close()
})
