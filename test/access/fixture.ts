import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import { createClient } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import { processImports } from '#shop/imports/process-imports.ts'
import { balanceStock } from '#test/balance-stock.ts'
import { companyData, joinCompany } from '#test/companies.ts'
import { buildOrderInput, type TestAccount, type TestShop } from '#test/open-shop.ts'
import { chargeCard, payOrder, requestReturn } from '#test/orders.ts'
import { address, buildReview, type Column, type Fixture, mallet, page, type Row, toolFile } from './calls.ts'

export type AccessFixture = Awaited<ReturnType<typeof createAccessFixture>>

/** Callers, and what the calls of the matrix are about. */
export async function createAccessFixture(shop: TestShop) {
  // Jobs would change the tables between two comparisons.
  await shop.app.jobs.stop()
  const owner = await shop.signUp()
  const other = await shop.signUp('Tom Birch')
  const people = { owner, other, admin: await shop.logInAsAdmin() }
  const proofs = {
    owner: await createProof(owner.email, 'secret-7'),
    other: await createProof(other.email, 'secret-7'),
    admin: await createProof('admin@example.com', 'anvil-and-tongs'),
  }

  const contents = await selectContents(shop)

  async function createProof(email: string, password: string): Promise<string> {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email, password })
    const response = await shop.request('/api/auth/sign-in/email', { method: 'POST', headers, body })
    return response.headers.get('set-auth-token') ?? assert.fail('no session')
  }

  async function addCheckedImport(admin: TestAccount): Promise<string> {
    const id = crypto.randomUUID()
    await admin.client.addImport({ params: { id }, form: { file: toolFile } })
    await processImports(shop.app.shop)
    return id
  }

  async function addAppliedImport(admin: TestAccount): Promise<string> {
    const id = await addCheckedImport(admin)
    const { version } = await admin.client.getImport({ params: { id } })
    await admin.client.applyImport({ params: { id }, body: { version } })
    await processImports(shop.app.shop)
    return id
  }

  /** Reset when a call changes data. */
  let made: Partial<Fixture> = {}

  async function make<Name extends keyof Fixture>(name: Name): Promise<Fixture[Name]> {
    // TypeScript does not see that a maker returns the part of its own name.
    const part = made[name] ?? ((await makers[name]()) as Fixture[Name])
    made[name] = part
    return part
  }

  const placeMalletOrder = async (quantity: number) => {
    const { owner } = people
    await owner.client.placeOrder(buildOrderInput(await make('tool'), owner, quantity))
    const [order] = await owner.client.listOrders({ query: { limit: 1 } })
    return order ?? assert.fail('no order')
  }

  const makers: { readonly [Name in keyof Fixture]: () => Promise<Fixture[Name]> } = {
    owner: async () => people.owner,
    tool: async () => ({ ...mallet, _id: (await people.admin.client.addTool({ body: mallet })).insertedId }),
    unpaid: () => placeMalletOrder(12),
    charged: async () => {
      const { _id: orderId } = await placeMalletOrder(11)
      return { orderId, transactionId: await chargeCard({ shop, buyer: people.owner }, orderId) }
    },
    paid: async () => {
      const order = await placeMalletOrder(10)
      await payOrder({ shop, buyer: people.owner }, order._id)
      made.shipmentId = crypto.randomUUID()
      await people.admin.client.shipOrder({
        params: { id: order._id, shipmentId: made.shipmentId },
        body: { lines: [{ toolId: (await make('tool'))._id, quantity: 2 }] },
      })
      return order
    },
    reviewId: async () => (await people.owner.client.addReview({ body: buildReview(people.owner) })).insertedId,
    addressId: async () => (await people.owner.client.addAddress({ body: address })).insertedId,
    listId: async () => (await people.owner.client.addSavedList({ body: { name: 'Weekly', lines: [] } })).insertedId,
    shipmentId: async () => {
      await make('paid')
      return made.shipmentId ?? assert.fail('no shipment')
    },
    refundId: async () => {
      const refundId = crypto.randomUUID()
      await people.admin.client.refundOrder({ params: { id: (await make('paid'))._id, refundId }, body: { amount: 2 } })
      return refundId
    },
    returnId: async () =>
      requestReturn(people.owner, (await make('paid'))._id, [{ toolId: (await make('tool'))._id, quantity: 1 }]),
    closable: () => shop.createBuyer(),
    closableId: async () => {
      const { email } = await make('closable')
      const [account] = await people.admin.client.listAccounts({ query: { q: email } })
      return account?._id ?? assert.fail('no account')
    },
    companyId: async () => {
      const body = { ...companyData, managerEmail: 'manager@example.com' }
      return (await people.admin.client.addCompany({ body })).insertedId
    },
    applicationId: async () =>
      (await (await shop.createVerifiedBuyer()).client.applyForCompany({ body: companyData })).insertedId,
    memberId: async () => {
      const companyId = await make('companyId')
      const member = await joinCompany(shop, people.admin, companyId, { role: 'buyer', amount: 0 })
      await member.client.placeOrder(buildOrderInput(await make('tool'), member, 13))
      const [order] = await member.client.listOrders({})
      made.waitingId = order?._id ?? assert.fail('no order')
      return member.id
    },
    waitingId: async () => {
      await make('memberId')
      return made.waitingId ?? assert.fail('no order')
    },
    importId: () => addCheckedImport(people.admin),
    appliedImportId: () => addAppliedImport(people.admin),
    priceListId: async () => (await people.admin.client.addPriceList({ body: { name: 'Trade A' } })).insertedId,
    listRowId: async () => {
      const params = { id: await make('priceListId') }
      const body = { validFrom: '2025-01-01', percentOff: 7 }
      return (await people.admin.client.addListRow({ params, body })).insertedId
    },
  }

  async function reset(): Promise<void> {
    made = {}
    const { owner, admin } = people
    const { db } = shop.app.shop
    await db.execute(sql`update accounts set role = 'customer', email_verified = true where email = ${owner.email}`)
    await db.execute(sql`update identity_users set email_verified = true where email = ${owner.email}`)
    await db.execute(sql`update orders set state = 'cancelled' where state = 'placed'`)
    await balanceStock(db)
    await db.execute(sql`delete from addresses`)
    await db.execute(sql`delete from saved_lists`)
    await db.execute(sql`delete from pages`)
    await admin.client.addPage({ body: page })
  }

  async function prepare({ call }: Row): Promise<Fixture> {
    const offline = createClient(() => Promise.reject(new Error('This client sends nothing.')))
    for (;;) {
      let missing: keyof Fixture | undefined
      const fixture = new Proxy(made as Fixture, {
        get(parts, name: keyof Fixture) {
          if (parts[name] === undefined) missing ??= name
          return parts[name]
        },
      })
      await Promise.resolve()
        .then(() => call(offline, fixture))
        .catch(() => {})
      if (missing === undefined) return fixture
      await make(missing)
    }
  }

  async function readContents(): Promise<unknown> {
    const { rows } = await shop.app.shop.db.execute(contents)
    return rows
  }

  async function callAs({ call, proof }: Row, column: Column, fixture: Fixture) {
    const token = column === 'anonymous' ? undefined : proof ? proofs[column] : people[column].token
    let status: number | undefined
    const client = createClient(async (path, init) => {
      const headers = new Headers(init.headers)
      if (token) headers.set('authorization', `Bearer ${token}`)
      const response = await shop.request(`/api${path}`, { ...init, headers })
      status = response.status
      return response
    })
    const end = await call(client, fixture).then(
      () => 'reply' as const,
      error => (error instanceof Refusal ? error.code : assert.fail(error)),
    )
    return { end, status }
  }

  await reset()
  return { people, prepare, reset, readContents, callAs }
}

/** Times of what was uploaded, asked and computed. */
const timesOnly = ['images', 'jobs', 'daily_figures', 'daily_sales']

async function selectContents({ app }: TestShop) {
  const { rows } = await app.shop.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`)
  const hashes = rows
    .filter(({ name }) => !timesOnly.includes(name))
    .map(({ name }) =>
      sql.raw(`(select md5(string_agg(t::text, ' ' order by t::text)) from "${name}" as t) as "${name}"`),
    )
  return sql`select ${sql.join(hashes, sql`, `)}`
}
