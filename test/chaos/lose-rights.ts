import { sql } from 'drizzle-orm'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations } from '#contract/operations.ts'
import { openPostgres } from '#db/postgres.ts'
import { type Column, rows } from '#test/access/calls.ts'
import { createAccessFixture } from '#test/access/fixture.ts'
import { settleBehind } from '#test/concurrent-calls.ts'
import { copyTemplateDatabase } from '#test/databases.ts'
import { openShop } from '#test/open-shop.ts'
import type { AttackResult } from './attack-result.ts'

const losses = {
  demoted: sql`role = 'customer'`,
  blocked: sql`blocked_at = now()`,
  closed: sql`closed_at = now()`,
}
type Loss = keyof typeof losses

/** The provider decides about a payment, whoever tells of it. */
const ofProvider: readonly OperationId[] = ['recordPayment']

/** The provider keeps an intent, whose secret nobody was told. */
const leavingIntents: readonly OperationId[] = ['createPaymentIntent']

/** A call that reads, though it is no GET: its list of orders may be long. Like reading one document, it issues invoices that are due. */
const printing = 'printOrders'

/**
 * Lets each call that changes something begin while its caller is being demoted, blocked or closed, that many times: the call has
 * read the rights that its caller still had, and waits for the caller's account.
 */
export async function loseRights(serverUrl: string, rounds: number): Promise<AttackResult> {
  const shop = await openShop({}, { database: await openPostgres(await copyTemplateDatabase(serverUrl), () => {}) })
  const violations: string[] = []
  let count = 0
  try {
    const { people, prepare, readContents, callAs } = await createAccessFixture(shop)
    const { db } = shop.app.shop
    // Somebody else stays an admin.
    const other = await shop.createVerifiedBuyer()
    await people.admin.client.promote({ params: { email: other.email } })
    for (const name of Object.keys(operations) as OperationId[]) {
      const { access }: Endpoint = endpoints[name]
      if (
        operations[name].startsWith('GET ') ||
        access === 'public' ||
        access === 'proof' ||
        ofProvider.includes(name) ||
        name === printing
      )
        continue
      const column: Column = rows[name].expected.owner === 'reply' ? 'owner' : 'admin'
      const { email } = people[column]
      const fixture = await prepare(rows[name])
      const before = JSON.stringify(await readContents())
      for (const loss of Object.keys(losses).filter(each => column === 'admin' || each !== 'demoted') as Loss[])
        for (let round = 0; round < rounds; round++) {
          const end = await callWhile(loss)
          count += 1
          const wanted = loss === 'demoted' ? 'admins_only' : 'token_invalid'
          if (end !== wanted) violations.push(`${name}, ${loss}: ${end}`)
        }
      if (!leavingIntents.includes(name) && JSON.stringify(await readContents()) !== before)
        violations.push(`${name} changed something`)

      async function callWhile(loss: Loss): Promise<string> {
        const { rows: waiting } = await db.execute(sql`select query from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and backend_type = 'client backend'`)
        // It would be taken for the call.
        if (waiting.length > 0) throw new Error(`Something waits before ${name}: ${JSON.stringify(waiting)}`)
        const [end] = await settleBehind(
          shop.app.shop,
          async within => {
            await within.db.execute(sql`select from accounts where email = ${email} for update`)
            await within.db.execute(sql`update accounts set ${losses[loss]} where email = ${email}`)
          },
          () => callAs(rows[name], column, fixture).then(({ end }) => end),
        )
        const role = column === 'admin' ? 'admin' : 'customer'
        await db.execute(
          sql`update accounts set role = ${role}, blocked_at = null, closed_at = null where email = ${email}`,
        )
        return String(end)
      }
    }
  } finally {
    await shop.app.close()
  }
  return {
    guarantee: 'whoever has lost a right changes nothing',
    attack: 'each call that changes something begins while its caller is demoted, blocked or closed',
    extent: `${rounds} times each, ${count} calls`,
    violations,
  }
}
