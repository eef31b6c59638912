import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCompany } from '#test/companies.ts'
import { listen } from '#test/listen.ts'
import { openShopWithPages } from '#test/open-shop.ts'

const requests = 10_000

test('of ten thousand answers to two companies and a visitor, none has a price or part number of another company', async t => {
  const shop = await openShopWithPages({ RATE_LIMITS: 'off' })
  const server = await listen(shop.app.listener)
  t.after(async () => {
    server.close()
    await shop.app.close()
  })
  const admin = await shop.logInAsAdmin()
  const { _id, price } = await shop.getTool()
  const { sku } = await shop.client.getToolDetails({ params: { id: _id } })

  async function addMember(cents: number) {
    const { id, manager } = await createCompany(shop, admin)
    const { insertedId: contract } = await admin.client.addContract({ params: { id } })
    const own = Math.round(price * 100 - 100 - cents) / 100
    await admin.client.addListRow({ params: { id: contract }, body: { sku, validFrom: '2026-01-01', price: own } })
    const number = `own number ${cents}`
    await manager.client.setPartNumbers({ body: { lines: [{ number, sku }] } })
    return { token: manager.token, secrets: [String(own), number] }
  }

  const members = [await addMember(13), await addMember(37)]
  const callers = [...members, { token: '', secrets: ['never'] }]
  const lookup = { skus: [sku, ...members.flatMap(({ secrets }) => secrets.slice(1))] }
  const calls: (readonly [path: string, body?: object])[] = [
    ...['/', '/shop', `/shop?q=${sku}`, '/shop?view=table', `/shop/${_id}`, '/shop.data', '/api/tools'].map(
      path => [path] as const,
    ),
    ['/api/prices', { ids: [_id] }],
    ['/api/toolLookup', lookup],
  ]
  let ownCount = 0

  async function check(caller: (typeof callers)[number], [path, body]: (typeof calls)[number]): Promise<void> {
    const headers = {
      ...(caller.token !== '' && { authorization: `Bearer ${caller.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const answer = await server.send(path, headers, body ? 'POST' : 'GET', body && JSON.stringify(body))
    const text = answer.body.toString()
    assert.ok(caller.token === '' || answer.status === 200, `${path}: ${answer.status}`)
    if (caller.secrets.some(secret => text.includes(secret))) ownCount += 1
    for (const { secrets } of members.filter(each => each !== caller))
      for (const secret of secrets) assert.ok(!text.includes(secret), `${path} has “${secret}” of another company`)
  }

  for (let count = 0; count < requests; count += callers.length * calls.length)
    await Promise.all(callers.flatMap(caller => calls.map(call => check(caller, call))))
  assert.ok(ownCount > requests / 10, `${ownCount} answers have own prices`)
})
