import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Order } from '#contract/schemas/orders.ts'
import {
  assertPages,
  containsPart,
  type LoadPage,
  openShopWithLists,
  type Row,
  sortRows,
  specialParts,
  takeTurns,
} from '#test/long-lists.ts'
import { assertRefused, type TestAccount, type TestShop } from '#test/open-shop.ts'

let shop: TestShop
let admin: TestAccount

before(async () => {
  ;({ shop, admin } = await openShopWithLists())
})

after(() => shop.app.close())

const accountSorts = ['newest', 'oldest', 'email', '-email'] as const
const orderSorts = ['newest', 'oldest', 'userName', '-userName', 'toolName', '-toolName'] as const

describe('the accounts', () => {
  type User = Awaited<ReturnType<TestAccount['client']['listAccounts']>>[number]
  const listed =
    (query: object): LoadPage<User> =>
    place =>
      admin.client.listAccounts({ query: { ...query, ...place } })
  const listNames = async () => {
    const { rows } = await shop.app.shop.db.execute<{ id: string; name: string }>('select id, name from accounts')
    return new Map(rows.map(row => [row.id, row.name]))
  }

  test('are paginated in every sort order, with every search and filter', async () => {
    const all = await admin.client.listAccounts({})
    assert.equal(all.length, 27)
    const nameOf = await listNames()
    for (const q of [undefined, 'ann', 'SMITH', ...specialParts, 'nobody']) {
      for (const role of [undefined, 'admin', 'customer'] as const) {
        const found = all.filter(({ _id, email, role: own }) => {
          return containsPart(q, email, nameOf.get(_id) ?? '') && (!role || own === role)
        })
        assert.deepEqual(await admin.client.countAccounts({ query: { q, role } }), { count: found.length })
        for (const sort of specialParts.includes(q ?? '') ? (['newest'] as const) : accountSorts) {
          const falling = sort === 'newest' || sort.startsWith('-')
          const expected = sortRows(found, user => (sort.endsWith('email') ? user.email : ''), falling)
          await assertPages(listed({ q, role, sort }), expected, `${q} ${role} ${sort}`)
        }
      }
    }
  })

  test('are found by wildcard characters as plain text', async () => {
    for (const part of ['50%', '50_', '50\\']) {
      const found = await admin.client.listAccounts({ query: { q: part } })
      assert.deepEqual(
        found.map(user => user.email),
        [`${part}@example.com`],
      )
    }
    assert.equal((await admin.client.listAccounts({ query: { q: ' ' } })).length, 27)
    await assertRefused(admin.client.listAccounts({ query: { q: 'a\0' } }), 'invalid_input')
    await assertRefused(admin.client.countAccounts({ query: { q: 'a'.repeat(101) } }), 'invalid_input')
  })
})

describe('everybody’s orders', () => {
  const listed =
    (query: object): LoadPage<Order> =>
    place =>
      admin.client.listAllOrders({ query: { ...query, ...place } })
  const toState = ({ paid, deliveryStatus }: Order) => (deliveryStatus ? 'shipped' : paid ? 'toShip' : 'unpaid')
  const keys = { userName: (order: Order) => order.userName, toolName: (order: Order) => order.toolName }

  test('are paginated in every sort order, with every search and filter', async () => {
    const all = await admin.client.listAllOrders({})
    assert.equal(all.length, 32)
    const takeSorts = takeTurns(orderSorts)
    for (const q of [undefined, 'ADZE', '50', ...specialParts, 'nobody']) {
      for (const state of [undefined, 'unpaid', 'toShip', 'shipped'] as const) {
        const found = all.filter(order => {
          return (
            containsPart(q, order.toolName, order.userName, order.userEmail) && (!state || toState(order) === state)
          )
        })
        assert.deepEqual(await admin.client.countAllOrders({ query: { q, state } }), { count: found.length })
        for (const sort of specialParts.includes(q ?? '') ? (['newest'] as const) : takeSorts()) {
          const key = keys[sort.replace('-', '') as keyof typeof keys] ?? (() => '')
          const falling = sort === 'newest' || sort.startsWith('-')
          const expected = sortRows(found, order => key(order).toLowerCase(), falling)
          await assertPages(listed({ q, state, sort }), expected, `${q} ${state} ${sort}`)
        }
      }
    }
  })

  test('are found by wildcard characters as plain text', async () => {
    for (const part of ['50%', '50_', '50\\']) {
      const byTool = await admin.client.listAllOrders({ query: { q: `${part} off` } })
      assert.deepEqual(
        byTool.map(order => order.toolName),
        [`${part} off`],
      )
      const byEmail = await admin.client.listAllOrders({ query: { q: `${part}@` } })
      assert.deepEqual(new Set(byEmail.map(order => order.userEmail)), new Set([`${part}@example.com`]))
    }
  })

  test('continue after a row that was cancelled meanwhile', async () => {
    for (const sort of orderSorts) {
      const all = await admin.client.listAllOrders({ query: { sort, state: 'unpaid' } })
      const gone = all[3] ?? assert.fail('no order')
      await admin.client.cancelAnyOrder({ params: { id: gone._id } })
      const query = { sort, state: 'unpaid', limit: 3 } as const
      assert.deepEqual(await admin.client.listAllOrders({ query: { ...query, cursor: gone._id } }), all.slice(4, 7))
      assert.deepEqual(await admin.client.listAllOrders({ query: { ...query, before: gone._id } }), all.slice(0, 3))
    }
  })
})

describe('the admin actions', () => {
  type Action = Awaited<ReturnType<TestAccount['client']['listAdminActions']>>[number]
  const listed =
    (query: object): LoadPage<Action> =>
    place =>
      admin.client.listAdminActions({ query: { ...query, ...place } })

  test('are paginated in every sort order, with every search and filter', async () => {
    const all = await admin.client.listAdminActions({})
    assert.ok(all.length >= 30)
    for (const q of [undefined, 'ANN@', 'adze', 'example', ...specialParts, 'nobody']) {
      for (const action of [undefined, 'promote', 'deliver', 'add_tool'] as const) {
        const found = all.filter(({ actorEmail, subject, buyerEmail, action: own }) => {
          return containsPart(q, actorEmail ?? '', subject, buyerEmail ?? '') && (!action || own === action)
        })
        assert.deepEqual(await admin.client.countAdminActions({ query: { q, action } }), { count: found.length })
        for (const sort of ['newest', 'oldest'] as const) {
          const expected = sortRows(found, () => '', sort === 'newest')
          await assertPages(listed({ q, action, sort }), expected, `${q} ${action} ${sort}`)
        }
      }
    }
  })

  test('are found by the buyer of an order, shown for orders only', async () => {
    const all = await admin.client.listAdminActions({})
    assert.ok(all.every(({ action, buyerEmail }) => (buyerEmail !== null) === /order|deliver/.test(action)))
    const { _id, buyerEmail } = all.find(each => each.action === 'deliver') ?? assert.fail('no delivery')
    const found = await admin.client.listAdminActions({ query: { q: buyerEmail ?? '' } })
    assert.ok(found.some(each => each._id === _id))
  })
})

test('of `cursor` and `before`, a list uses the cursor', async () => {
  const all = await admin.client.listAccounts({ query: { sort: 'email' } })
  const query = { sort: 'email', limit: 2, cursor: all[9]?._id, before: all[5]?._id } as const
  assert.deepEqual(await admin.client.listAccounts({ query }), all.slice(10, 12))
})

test('a full page links the next one with the same query', async () => {
  const headers = { authorization: `Bearer ${admin.token}` }
  for (const [path, query] of [
    ['users', 'q=ann&role=customer&sort=-email'],
    ['allOrders', 'q=example&state=toShip&sort=userName'],
    ['adminActions', 'q=example&action=deliver&sort=oldest'],
    ['tools', 'q=50&orderable=false&maxPrice=40&sort=-price'],
  ] as const) {
    const whole: Row[] = await (await shop.request(`/api/${path}?${query}`, { headers })).json()
    assert.ok(whole.length > 2, path)
    const walked: Row[] = []
    let next: string | undefined = `/api/${path}?${query}&limit=2`
    while (next) {
      const response = await shop.request(next, { headers })
      const page: Row[] = await response.json()
      const link = response.headers.get('link')
      assert.equal(link !== null, page.length === 2)
      walked.push(...page)
      next = /^<(.+)>; rel="next"$/.exec(link ?? '')?.[1]
    }
    assert.deepEqual(walked, whole)
    const back = await shop.request(`/api/${path}?${query}&limit=2&before=${whole[2]?._id}`, { headers })
    assert.deepEqual(await back.json(), whole.slice(0, 2))
    const link = /^<(.+)>; rel="next"$/.exec(back.headers.get('link') ?? '')?.[1] ?? ''
    assert.ok(!link.includes('before'))
    const onwards: Row[] = await (await shop.request(link, { headers })).json()
    assert.deepEqual(onwards, whole.slice(2, 4))
  }
})

test('lists are counted up to 10,001, searches up to 1,001', async () => {
  const { db } = shop.app.shop
  await db.execute(sql`
    insert into accounts (email, name, email_verified)
    select 'many' || n || '@example.com', 'One of many', true from generate_series(1, 10001) n`)
  await db.execute(sql`
    insert into orders (account_id, title, line_count, line_words, total_cents, buyer_name, phone, address, expires_at)
    select (select id from accounts where email = 'many1@example.com'), 'Anvil', 1, 'Anvil', 1000, 'One of many', '', '',
      now() + interval '7 days' from generate_series(1, 10001)`)
  await db.execute(sql`
    insert into admin_actions (action, target_kind, target_id, target, before, after)
    select 'promote', 'account', new_id(), 'One of many', '{}', '{}' from generate_series(1, 10001)`)
  const count = async (q?: string) => [
    (await admin.client.countAccounts({ query: { q } })).count,
    (await admin.client.countAllOrders({ query: { q } })).count,
  ]
  assert.deepEqual(await count(), [10_001, 10_001])
  assert.equal((await admin.client.countAdminActions({ query: { q: 'of many' } })).count, 1_001)
  assert.deepEqual(await count('of many'), [1_001, 1_001])
  await db.execute(sql`delete from orders where buyer_name = 'One of many' and id not in
    (select id from orders where buyer_name = 'One of many' limit 1000)`)
  assert.deepEqual(await count('of many'), [1_001, 1_000])
  assert.equal((await admin.client.countAccounts({ query: { q: 'many', role: 'admin' } })).count, 0)
})
