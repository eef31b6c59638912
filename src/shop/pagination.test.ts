import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { Tool } from '#contract/tools.ts'
import { openShop, type Person, refused, type TestShop } from '#test/open-shop.ts'

interface Row {
  _id: string
}

interface Place {
  limit: number
  cursor?: string
  before?: string
}

type List<R extends Row> = (place: Place) => Promise<R[]>

/** The whole list, page by page from its first row on. */
async function forwards<R extends Row>(list: List<R>, limit: number): Promise<R[]> {
  const rows: R[] = []
  let page: R[] = []
  do {
    page = await list({ limit, ...(rows.length > 0 && { cursor: rows.at(-1)?._id ?? '' }) })
    assert.ok(page.length <= limit)
    rows.push(...page)
  } while (page.length > 0)
  return rows
}

/** What lies ahead of that row, page by page towards the first one. */
async function backwards<R extends Row>(list: List<R>, limit: number, from: R): Promise<R[]> {
  const rows = [from]
  let page: R[] = []
  do {
    page = await list({ limit, before: rows[0]?._id ?? '' })
    assert.ok(page.length <= limit)
    rows.unshift(...page)
  } while (page.length > 0)
  return rows
}

const ids = (rows: readonly Row[]) => rows.map(row => row._id)

/** Asserts that the list has these rows in this order, whole as by pages in either direction. */
async function walks<R extends Row>(list: List<R>, expected: readonly R[], name: string): Promise<void> {
  const message = `${name}, ${expected.length} rows`
  assert.deepEqual(ids(await list({ limit: 500 })), ids(expected), message)
  const last = expected.at(-1)
  if (!last) return
  const limit = Math.ceil(expected.length / 4)
  assert.deepEqual(ids(await forwards(list, limit)), ids(expected), `${message}, by ${limit}`)
  assert.deepEqual(ids(await backwards(list, limit, last)), ids(expected), `${message}, back by ${limit}`)
}

/** The rows by that key, and by their ids where it is the same; all the other way round when it is falling. */
function sorted<R extends Row>(rows: readonly R[], key: (row: R) => string | number, falling: boolean): R[] {
  const order = (a: string | number, b: string | number) => (a < b ? -1 : Number(a > b))
  const rising = rows.toSorted((a, b) => order(key(a), key(b)) || order(a._id, b._id))
  return falling ? rising.toReversed() : rising
}

const has = (part: string | undefined, ...texts: string[]) =>
  part === undefined || (part.length > 1 && texts.some(text => text.toLowerCase().includes(part.toLowerCase())))

const oddParts = ['50%', '50_', '50\\', '%', '_', '\\']

let shop: TestShop
let admin: Person
before(async () => {
  shop = await openShop()
  admin = await shop.logIn('admin@example.com', 'anvil-and-tongs')
  const { db } = shop.store.shop
  await db.execute(sql`
    insert into accounts (email, name, email_verified, role)
    select email, name, true, case n % 4 when 0 then 'admin' else 'customer' end
    from (select n, case n
        when 1 then '50%@example.com' when 2 then '50_@example.com' when 3 then '50\\@example.com'
        when 4 then '50x@example.com' else (array['ann', 'bob', 'cid'])[n % 3 + 1] || n || '@example.com' end as email,
      (array['Anna Smith', 'anna smith', 'BOB', 'Zoë'])[n % 4 + 1] as name
      from generate_series(1, 25) n) as people`)
  await db.execute(sql`
    insert into tools (name, image, price_cents, minimum, available, description)
    select case n when 1 then '50% off' when 2 then '50_ off' when 3 then '50\\ off' when 4 then '50x off'
        else (array['Adze', 'Bodkin', 'Chisel'])[n % 3 + 1] end,
      '/images/claw-hammer-800.webp', (n % 4 + 1) * 1000, 10, (n % 3) * 8, 'Forged by hand.'
    from generate_series(1, 20) n`)
  await db.execute(sql`
    insert into orders (account_id, tool_id, tool_name, price_cents, quantity, total_cents, buyer_name, phone, address,
      state, transaction_id)
    select (select id from accounts order by email offset n % 9 limit 1), (select id from tools limit 1),
      case n when 1 then '50% off' when 2 then '50_ off' when 3 then '50\\ off' when 4 then '50x off'
        else (array['adze', 'Adze', 'Bodkin'])[n % 3 + 1] end,
      1000, 1, 1000, (array['Rita', 'rita', 'Moss', 'abe'])[n % 4 + 1], '', '', state,
      case when state in ('paid', 'shipped') then 'pi_' || n end
    from (select n, (array['placed', 'cancelling', 'paid', 'shipped', 'cancelled'])[n % 5 + 1] as state
      from generate_series(1, 40) n) as sold`)
  await db.execute(sql`
    insert into admin_actions (actor_id, actor_email, action, subject_kind, subject_id, subject, before, after)
    select case when n % 4 > 0 then new_id() end, (array['ann@example.com', 'bob@example.com', 'cid@example.com'])[n % 4],
      (array['promote', 'demote', 'deliver', 'update_tool'])[n % 4 + 1],
      (array['account', 'account', 'order', 'tool'])[n % 4 + 1],
      case when n % 4 = 2 then (select id from orders order by id offset n limit 1) else new_id() end,
      case n when 1 then '50% off' when 2 then '50_ off' when 3 then '50\\ off' when 4 then '50x off' else 'Adze' end,
      '{}', '{}'
    from generate_series(1, 30) n`)
})
after(() => shop.store.close())

const accountSorts = ['newest', 'oldest', 'email', '-email'] as const
const orderSorts = ['newest', 'oldest', 'userName', '-userName', 'toolName', '-toolName'] as const
const toolSorts = ['newest', 'oldest', 'price', '-price', 'name', '-name', 'available', '-available'] as const

describe('the accounts', () => {
  type User = Awaited<ReturnType<Person['client']['listAccounts']>>[number]
  const listed =
    (query: object): List<User> =>
    place =>
      admin.client.listAccounts({ query: { ...query, ...place } })
  const names = async () => {
    const { rows } = await shop.store.shop.db.execute<{ id: string; name: string }>('select id, name from accounts')
    return new Map(rows.map(row => [row.id, row.name]))
  }

  test('are walked in every order, whatever is searched and filtered', async () => {
    const all = await admin.client.listAccounts({})
    assert.equal(all.length, 27)
    const nameOf = await names()
    for (const q of [undefined, 'ann', 'SMITH', ...oddParts, 'nobody']) {
      for (const role of [undefined, 'admin', 'customer'] as const) {
        const found = all.filter(({ _id, email, role: own }) => {
          return has(q, email, nameOf.get(_id) ?? '') && (!role || own === role)
        })
        assert.deepEqual(await admin.client.countAccounts({ query: { q, role } }), { count: found.length })
        for (const sort of oddParts.includes(q ?? '') ? (['newest'] as const) : accountSorts) {
          const falling = sort === 'newest' || sort.startsWith('-')
          const expected = sorted(found, user => (sort.endsWith('email') ? user.email : ''), falling)
          await walks(listed({ q, role, sort }), expected, `${q} ${role} ${sort}`)
        }
      }
    }
  })

  test('are found by the very characters that are searched', async () => {
    for (const part of ['50%', '50_', '50\\']) {
      const found = await admin.client.listAccounts({ query: { q: part } })
      assert.deepEqual(
        found.map(user => user.email),
        [`${part}@example.com`],
      )
    }
    assert.equal((await admin.client.listAccounts({ query: { q: ' ' } })).length, 27)
    await refused(admin.client.listAccounts({ query: { q: 'a\0' } }), 'invalid_input')
    await refused(admin.client.countAccounts({ query: { q: 'a'.repeat(101) } }), 'invalid_input')
  })
})

describe('everybody’s orders', () => {
  const listed =
    (query: object): List<Order> =>
    place =>
      admin.client.listAllOrders({ query: { ...query, ...place } })
  const stateOf = ({ paid, deliveryStatus }: Order) => (deliveryStatus ? 'shipped' : paid ? 'paid' : 'unpaid')
  const keys = { userName: (order: Order) => order.userName, toolName: (order: Order) => order.toolName }

  test('are walked in every order, whatever is searched and filtered', async () => {
    const all = await admin.client.listAllOrders({})
    assert.equal(all.length, 32)
    for (const q of [undefined, 'ADZE', '50', ...oddParts, 'nobody']) {
      for (const state of [undefined, 'unpaid', 'paid', 'shipped'] as const) {
        const found = all.filter(order => {
          return has(q, order.toolName, order.userName, order.userEmail) && (!state || stateOf(order) === state)
        })
        assert.deepEqual(await admin.client.countAllOrders({ query: { q, state } }), { count: found.length })
        for (const sort of oddParts.includes(q ?? '') ? (['newest'] as const) : orderSorts) {
          const key = keys[sort.replace('-', '') as keyof typeof keys] ?? (() => '')
          const falling = sort === 'newest' || sort.startsWith('-')
          const expected = sorted(found, order => key(order).toLowerCase(), falling)
          await walks(listed({ q, state, sort }), expected, `${q} ${state} ${sort}`)
        }
      }
    }
  })

  test('are found by the very characters that are searched', async () => {
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

  test('go on where they were, though the last row seen was cancelled', async () => {
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

describe('what admins did', () => {
  type Action = Awaited<ReturnType<Person['client']['listAdminActions']>>[number]
  const listed =
    (query: object): List<Action> =>
    place =>
      admin.client.listAdminActions({ query: { ...query, ...place } })

  test('is walked in every order, whatever is searched and filtered', async () => {
    const all = await admin.client.listAdminActions({})
    assert.ok(all.length >= 30)
    for (const q of [undefined, 'ANN@', 'adze', 'example', ...oddParts, 'nobody']) {
      for (const action of [undefined, 'promote', 'deliver', 'add_tool'] as const) {
        const found = all.filter(({ actorEmail, subject, buyerEmail, action: own }) => {
          return has(q, actorEmail ?? '', subject, buyerEmail ?? '') && (!action || own === action)
        })
        assert.deepEqual(await admin.client.countAdminActions({ query: { q, action } }), { count: found.length })
        for (const sort of ['newest', 'oldest'] as const) {
          const expected = sorted(found, () => '', sort === 'newest')
          await walks(listed({ q, action, sort }), expected, `${q} ${action} ${sort}`)
        }
      }
    }
  })

  test('is found by the buyer of an order, who is told of orders only', async () => {
    const all = await admin.client.listAdminActions({})
    assert.ok(all.every(({ action, buyerEmail }) => (buyerEmail !== null) === /order|deliver/.test(action)))
    const { _id, buyerEmail } = all.find(each => each.action === 'deliver') ?? assert.fail('no delivery')
    const found = await admin.client.listAdminActions({ query: { q: buyerEmail ?? '' } })
    assert.ok(found.some(each => each._id === _id))
  })
})

describe('the tools', () => {
  const listed =
    (query: object): List<Tool> =>
    place =>
      shop.client.listTools({ query: { ...query, ...place } })
  const keys = {
    price: (tool: Tool) => tool.price,
    name: (tool: Tool) => tool.name.toLowerCase(),
    available: (tool: Tool) => tool.available,
  }

  test('are walked in every order, whatever is searched and filtered', async () => {
    const all = await shop.client.listTools({})
    assert.equal(all.length, 44)
    for (const q of [undefined, 'forged HAND', '50%', '50_', '50\\']) {
      for (const orderable of [undefined, 'true', 'false'] as const) {
        for (const prices of [{}, { minPrice: '20', maxPrice: '99.97' }]) {
          const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = prices as Record<string, string>
          const found = all.filter(({ name, description, available, minimum, price }) => {
            const asked = q?.split(' ').every(word => has(word, name, description)) ?? true
            const enough = !orderable || String(available >= minimum) === orderable
            return asked && enough && price >= Number(minPrice) && price <= Number(maxPrice)
          })
          if (q && found.length === 0) continue
          const query = { q, orderable, ...prices }
          assert.deepEqual(await shop.client.countTools({ query }), { count: found.length, similar: false })
          for (const sort of toolSorts) {
            const key = keys[sort.replace('-', '') as keyof typeof keys] ?? (() => '')
            const falling = sort === 'newest' || sort.startsWith('-')
            await walks(listed({ ...query, sort }), sorted(found, key, falling), JSON.stringify({ ...query, sort }))
          }
        }
      }
    }
  })

  test('are walked by how well they fit, whether they have the words or words like them', async () => {
    for (const [q, similar] of [
      ['saw', false],
      ['steel blade', false],
      ['drlil', true],
      ['hamer', true],
    ] as const) {
      const all = await shop.client.listTools({ query: { q } })
      assert.deepEqual(await shop.client.countTools({ query: { q } }), { count: all.length, similar })
      assert.ok(all.length > 0)
      await walks(listed({ q }), all, q)
    }
  })

  test('go on where they were, though the last row seen was deleted', async () => {
    for (const sort of toolSorts) {
      const all = await shop.client.listTools({ query: { sort } })
      const gone = all[4] ?? assert.fail('no tool')
      await admin.client.deleteTool({ params: { id: gone._id } })
      assert.deepEqual(await shop.client.listTools({ query: { sort, limit: 3, cursor: gone._id } }), all.slice(5, 8))
      assert.deepEqual(await shop.client.listTools({ query: { sort, limit: 3, before: gone._id } }), all.slice(1, 4))
    }
  })
})

test('of two places a list is told, it goes on from the cursor', async () => {
  const all = await admin.client.listAccounts({ query: { sort: 'email' } })
  const query = { sort: 'email', limit: 2, cursor: all[9]?._id, before: all[5]?._id } as const
  assert.deepEqual(await admin.client.listAccounts({ query }), all.slice(10, 12))
})

test('a full page announces the next one, with all that was asked', async () => {
  const headers = { authorization: `Bearer ${admin.token}` }
  for (const [path, query] of [
    ['users', 'q=ann&role=customer&sort=-email'],
    ['allOrders', 'q=example&state=paid&sort=userName'],
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

test('long lists are counted up to 10,001, and what is searched up to 1,001', async () => {
  const { db } = shop.store.shop
  await db.execute(sql`
    insert into accounts (email, name, email_verified)
    select 'many' || n || '@example.com', 'One of many', true from generate_series(1, 10001) n`)
  await db.execute(sql`
    insert into orders (account_id, tool_id, tool_name, price_cents, quantity, total_cents, buyer_name, phone, address)
    select (select id from accounts where email = 'many1@example.com'), (select id from tools limit 1), 'Anvil',
      1000, 1, 1000, 'One of many', '', '' from generate_series(1, 10001)`)
  await db.execute(sql`
    insert into admin_actions (action, subject_kind, subject_id, subject, before, after)
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
