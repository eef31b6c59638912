import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eq, type SQL, sql } from 'drizzle-orm'
import { accountNotes, accounts, addresses, profiles } from '#db/tables/accounts.ts'
import { cartLines, savedLists } from '#db/tables/carts.ts'
import { images, reviews } from '#db/tables/content.ts'
import { identitySessions, identityUsers } from '#db/tables/identity.ts'
import { putIntoAdminCart } from '#shop/carts/admin-carts.ts'
import { mergeCart, ownCart, putIntoCart } from '#shop/carts/carts.ts'
import { addSavedList } from '#shop/carts/saved-lists.ts'
import { addImage } from '#shop/images.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { addReview } from '#shop/reviews/reviews.ts'
import type { Shop } from '#shop/shop.ts'
import { assertOneEach, callDuring, settleAll, settleAtRows, settleBehind } from '#test/concurrent-calls.ts'
import { environmentNames } from '#test/databases.ts'
import { createTwoColorImage } from '#test/images/image-shop.ts'
import { assertRefused, buildOrderInput, type TestAccount } from '#test/open-shop.ts'
import { prepare, prepareShopWithTwoAdmins } from '#test/prepare.ts'
import { readActor } from '#test/read-actor.ts'
import { waitUntil } from '#test/wait-until.ts'
import { addNote } from './account-notes.ts'
import { type Account, findAccountByEmail, listAccounts } from './accounts.ts'
import type { Actor } from './actors.ts'
import { addAddress } from './addresses.ts'
import { blockAccount } from './block-accounts.ts'
import { closeAccount } from './close-account.ts'
import { ensureAccount } from './ensure-account.ts'
import { saveProfile } from './profiles.ts'
import { demote } from './set-areas.ts'

const rounds = [1, 2, 3, 4, 5]
const { shop, ada, zoe } = prepareShopWithTwoAdmins()
const buyer = prepare(() => shop.createVerifiedBuyer())

const settleOnRows = (rows: SQL, ...calls: (() => Promise<unknown>)[]) => settleAtRows(shop.app.shop.db, rows, ...calls)

const readAccount = async ({ email }: TestAccount) =>
  (await listAccounts(shop.app.shop, { q: email, limit: 1 }))[0] ?? assert.fail('no account')

const selectAccounts = (...people: TestAccount[]) => {
  const emails = sql.join(
    people.map(person => sql`${person.email}`),
    sql`, `,
  )
  return sql`select from accounts where email in (${emails})`
}

test('two admins promote the same account: it becomes an admin once', async () => {
  const promote = (admin: TestAccount) => () => admin.client.promote({ params: { email: buyer.email } })
  for (const _ of rounds) {
    assertOneEach(
      await settleOnRows(selectAccounts(buyer), promote(ada), promote(zoe)),
      { modifiedCount: 1 },
      { modifiedCount: 0 },
    )
    assert.deepEqual(await buyer.client.isAdmin({ params: { email: buyer.email } }), { admin: true })
    await ada.client.demote({ params: { email: buyer.email } })
  }
})

const listAdmins = async () => {
  const { rows } = await shop.app.shop.db.execute<{ email: string }>(
    `select email from accounts where role = 'admin' order by email`,
  )
  return rows.map(row => row.email)
}

test('admins who demote each other leave one', async () => {
  const demote = (by: TestAccount, whom: TestAccount) => () => by.client.demote({ params: { email: whom.email } })
  for (const _ of rounds) {
    const ends = await settleOnRows(selectAccounts(ada, zoe), demote(ada, zoe), demote(zoe, ada))
    const [left, ...others] = await listAdmins()
    assert.deepEqual(others, [])
    assert.equal(ends.filter(end => typeof end === 'object').length, 1)
    assert.ok(ends.some(end => end === 'last_admin' || end === 'admins_only'))
    const [winner, loser] = left === ada.email ? [ada, zoe] : [zoe, ada]
    assert.deepEqual(await winner.client.promote({ params: { email: loser.email } }), { modifiedCount: 1 })
  }
})

test('a demoted admin’s calls are refused, and one that began before cannot demote the last admin', async () => {
  const zoeAsAdmin = await readActor(shop.app.shop, zoe)
  await ada.client.demote({ params: { email: zoe.email } })
  const demoteByClient = () => zoe.client.demote({ params: { email: ada.email } })
  const demoteAsFormerAdmin = () => demote(shop.app.shop, zoeAsAdmin, ada.email)
  assert.deepEqual(await settleAll(demoteByClient, demoteAsFormerAdmin), ['admins_only', 'admins_only'])
  assert.deepEqual(await listAdmins(), [ada.email])
  await ada.client.promote({ params: { email: zoe.email } })
})

test('three admins who demote each other in a ring, or themselves, leave at least one', async () => {
  const trio = [ada, zoe, buyer] as const
  const demote = (by: TestAccount, whom: TestAccount) => () => by.client.demote({ params: { email: whom.email } })
  for (const round of rounds) {
    await shop.app.shop.db.execute(sql`update accounts set role = 'admin' where email = ${buyer.email}`)
    const next = round % 2
    const ends = await settleOnRows(
      selectAccounts(...trio),
      ...trio.map((admin, index) => demote(admin, trio[(index + next) % 3] ?? admin)),
    )
    const left = await listAdmins()
    assert.equal(left.length, 3 - ends.filter(end => typeof end === 'object').length)
    assert.ok(left.length > 0)
    await shop.app.shop.db.execute(
      sql`update accounts set role = case email when ${buyer.email} then 'customer' else 'admin' end
        where email in (${ada.email}, ${zoe.email}, ${buyer.email})`,
    )
  }
})

const isEmbedded = process.env[environmentNames.postgres] === undefined

describe('an admin fills a cart for', { skip: isEmbedded }, () => {
  /** `other` starts once the cart waits for the locked row. */
  async function settleCartAnd(holder: TestAccount, by: TestAccount, { id }: Account, other: () => Promise<unknown>) {
    const tool = await shop.addTool()
    const body = { lines: [{ toolId: tool._id, quantity: tool.minimum, price: tool.price }] }
    const { db } = shop.app.shop
    const waiting = sql`datname = current_database() and wait_event_type = 'Lock'`
    const isWaiting = async () => (await db.$count(sql`pg_stat_activity`, waiting)) > 0
    const put = () => by.client.putIntoAdminCart({ params: { id }, body })
    return settleOnRows(selectAccounts(holder), put, async () => {
      await waitUntil(isWaiting, 'the cart waits')
      return other()
    })
  }

  test('another admin, who is demoted meanwhile', async () => {
    const [first, second] = [await readAccount(ada), await readAccount(zoe)]
    const [low, high] = first.id < second.id ? [first, second] : [second, first]
    const by = high.email === ada.email ? ada : zoe
    const params = { email: low.email }
    const ends = await settleCartAnd(by, by, low, () => by.client.demote({ params }))
    assert.deepEqual(ends, [{ acknowledged: true }, { modifiedCount: 1 }])
    await by.client.promote({ params })
  })

  test('a customer, older than the admin, who is blocked meanwhile', async () => {
    const [customer, admin] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
    await ada.client.promote({ params: { email: admin.email } })
    const account = await readAccount(customer)
    const block = () => ada.client.blockAccount({ params: { id: account.id }, body: { reason: 'Fraud' } })
    const ends = await settleCartAnd(customer, admin, account, block)
    assert.deepEqual(ends, [{ acknowledged: true }, { acknowledged: true }])
    await ada.client.demote({ params: { email: admin.email } })
  })
})

test('a customer’s account is closed while another call holds the admins', { skip: isEmbedded }, async () => {
  const { client, email } = await shop.createVerifiedBuyer()
  const close = () => client.closeAccount({ params: { email }, query: { reviews: 'keep' } })
  const admins = sql`select from accounts where role = 'admin' for update`
  assert.deepEqual(await callDuring(shop.app.shop.db, admins, close), { deletedCount: 1 })
})

describe('a closed account leaves no unpaid order', () => {
  const listUnpaid = async ({ id }: Account) => {
    const { rows } = await shop.app.shop.db.execute<{ state: string }>(
      sql`select state from orders where account_id = ${id} and state <> 'cancelled'`,
    )
    return rows
  }
  const close = ({ client, email }: TestAccount) =>
    client.closeAccount({ params: { email }, query: { reviews: 'delete' } })

  test('when one is placed while it is closed', async () => {
    const tool = await shop.addTool({ available: 1000 })
    for (const _ of rounds) {
      const closing = await shop.createVerifiedBuyer()
      const account = await readAccount(closing)
      const place = () => closing.client.placeOrder(buildOrderInput(tool, closing))
      const [closed] = await settleOnRows(selectAccounts(closing), () => close(closing), place, place)
      assert.deepEqual(closed, { deletedCount: 1 })
      assert.deepEqual(await listUnpaid(account), [])
    }
    assert.equal((await shop.client.listTools({ query: { id: tool._id } }))[0]?.available, 1000)
  })

  test('when one was under way: it is cancelled, too', async () => {
    const tool = await shop.addTool()
    const closing = await shop.createVerifiedBuyer()
    const actor = await readActor(shop.app.shop, closing)
    const { account } = actor
    const lines = [{ toolId: tool._id, quantity: tool.minimum, priceCents: tool.price * 100 }]
    const details = { buyerName: 'x', phone: '555 0100', address: '1 Forge Lane' }
    const request = { ...details, lines, fromCart: false, idempotencyKey: undefined }
    assert.deepEqual(
      await settleBehind(
        shop.app.shop,
        within => placeOrder(within, actor, request),
        () => close(closing),
      ),
      [{ deletedCount: 1 }],
    )
    assert.deepEqual(await listUnpaid(account), [])
  })
})

describe('a closed account stays empty, whatever call was under way:', () => {
  const address = { name: 'Rita Moss', street: '1 Forge Lane', city: 'Sheffield', postalCode: 'S1', country: 'GB' }
  const noDetails = { site: '', company: '', region: '', phone: '', taxId: '' }
  const lines = async () => {
    const tool = await shop.addTool()
    return [{ toolId: tool._id, quantity: tool.minimum, priceCents: tool.price * 100 }] as const
  }
  const review = { comment: 'Good', rating: 5, city: '', img: '/images/avatars/nobody.svg' }
  const calls: Record<string, (within: Shop, owner: Actor, admin: Actor) => Promise<unknown>> = {
    'a review': (within, owner) => addReview(within, owner, review),
    'a profile': (within, owner) =>
      saveProfile(within, owner, { education: '', city: 'Sheffield', phone: '', linkedIn: '' }),
    'an address': (within, owner) => addAddress(within, owner, { ...address, ...noDetails }),
    'a cart': async (within, owner) => putIntoCart(within, owner, ownCart(owner.account), (await lines())[0], 'set'),
    'a cart of another browser': async (within, owner) =>
      mergeCart(within, owner, ownCart(owner.account), await lines()),
    'a list': async (within, owner) => addSavedList(within, owner, { name: 'Monthly', lines: await lines() }),
    'an image': async (within, owner) =>
      addImage(within, owner, new Blob([await createTwoColorImage(20, 20).png().toBuffer()])),
    'a note': (within, { account: { id } }, admin) =>
      addNote(within, admin, id, { id: crypto.randomUUID(), text: 'Calls often' }),
    'a block': (within, { account: { id } }, admin) => blockAccount(within, admin, id, 'Fraud'),
    'an admin’s cart': async (within, { account: { id } }, admin) => putIntoAdminCart(within, admin, id, await lines()),
    'a renewal of its token': async (within, { account: { email, name } }) => {
      const [row] = await within.db
        .select({ sessionId: identitySessions.id })
        .from(identitySessions)
        .innerJoin(identityUsers, eq(identityUsers.id, identitySessions.userId))
        .where(eq(identityUsers.email, email))
      const sessionId = row?.sessionId ?? 'ended'
      const claims = { email, name, emailVerified: false, picture: null, signedInAt: new Date(), sessionId }
      return ensureAccount(within, claims, email)
    },
  }
  const tables = [reviews, profiles, addresses, cartLines, savedLists, accountNotes]

  for (const [what, call] of Object.entries(calls))
    test(what, async () => {
      const within = shop.app.shop
      const [owner, admin] = [await readActor(within, await shop.signUp()), await readActor(within, ada)]
      const { id, email } = owner.account
      const [refusal] = await settleBehind(
        within,
        closing => closeAccount(closing, owner, email, { reviews: 'keep' }),
        () => call(within, owner, admin),
      )
      const ofAdmin = ['a note', 'a block', 'an admin’s cart'].includes(what) ? 'account_not_found' : 'token_invalid'
      assert.equal(refusal, what === 'a renewal of its token' ? 'sign_in_required' : ofAdmin)
      assert.equal(await findAccountByEmail(within, email), undefined)
      for (const table of tables) assert.equal(await within.db.$count(table, eq(table.accountId, id)), 0)
      assert.equal(await within.db.$count(images, eq(images.uploadedBy, id)), 0)
      const [closed] = await within.db.select().from(accounts).where(eq(accounts.id, id))
      assert.deepEqual([closed?.blockedAt, closed?.blockedReason], [null, ''])
    })
})

test('an account that is closed twice at once is closed once', async () => {
  const person = await shop.createVerifiedBuyer()
  const close = () => person.client.closeAccount({ params: { email: person.email }, query: { reviews: 'keep' } })
  const [first, second] = (await settleOnRows(selectAccounts(person), close, close)).toSorted()
  assert.deepEqual(first, { deletedCount: 1 })
  assert.ok(second === 'account_not_found' || second === 'token_invalid', String(second))
})

test('no call finds a closed account', async () => {
  const person = await shop.createVerifiedBuyer()
  const { id, email } = await readAccount(person)
  await person.client.closeAccount({ params: { email }, query: { reviews: 'keep' } })
  const params = { email: `closed-${id}` }
  await assertRefused(ada.client.exportPersonalData({ params }), 'account_not_found')
  await assertRefused(ada.client.closeAccount({ params, query: { reviews: 'keep' } }), 'account_not_found')
})
