import { sql } from 'drizzle-orm'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations } from '#contract/operations.ts'
import type { RefusalCode } from '#contract/refusals.ts'
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
  removed: sql`company_id = null, company_role = null`,
}
type Loss = keyof typeof losses

const refusals = {
  demoted: 'admins_only',
  blocked: 'token_invalid',
  closed: 'token_invalid',
  removed: 'membership_changed',
} as const satisfies Record<Loss, RefusalCode>

/** The provider decides about a payment, whoever tells of it. */
const ofProvider: readonly OperationId[] = ['recordPayment']

/** The provider keeps an intent, whose secret nobody was told. */
const leavingIntents: readonly OperationId[] = ['createPaymentIntent']

/** A call that reads, though it is no GET: its list of orders may be long. Like reading one document, it issues invoices that are due. */
const printing = 'printOrders'

/**
 * Lets each call that changes something begin while its caller is being demoted, blocked, closed or removed from their company, that many times: the call has
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
        // These read, in a body.
        access === 'anybody' ||
        name === 'getPrices' ||
        ofProvider.includes(name) ||
        name === printing
      )
        continue
      const isOfMember = access === 'member' || access === 'manager'
      const column: Column = isOfMember || rows[name].expected.owner === 'reply' ? 'owner' : 'admin'
      const { email } = people[column]
      const fixture = await prepare(rows[name])
      const { companyId } = await prepare(rows.getCompany)
      // Managers can't leave.
      const membership = isOfMember
        ? sql`company_id = ${companyId}, company_role = ${name === 'leaveCompany' ? 'buyer' : 'manager'}`
        : losses.removed
      await db.execute(sql`update accounts set ${membership} where email = ${email}`)
      const before = JSON.stringify(await readContents())
      const possible: readonly Loss[] = isOfMember
        ? ['blocked', 'closed', 'removed']
        : column === 'admin'
          ? ['demoted', 'blocked', 'closed']
          : ['blocked', 'closed']
      for (const loss of possible)
        for (let round = 0; round < rounds; round++) {
          const end = await callWhile(loss)
          count += 1
          if (end !== refusals[loss]) violations.push(`${name}, ${loss}: ${end}`)
        }
      if (!leavingIntents.includes(name) && JSON.stringify(await readContents()) !== before)
        violations.push(`${name} changed something`)
      await db.execute(sql`update accounts set ${losses.removed} where email = ${email}`)

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
        await db.execute(sql`
          update accounts set role = ${role}, blocked_at = null, closed_at = null, ${membership} where email = ${email}`)
        return String(end)
      }
    }
  } finally {
    await shop.app.close()
  }
  return {
    guarantee: 'whoever has lost a right changes nothing',
    attack: 'each call that changes something begins while its caller is demoted, blocked, closed or removed',
    extent: `${rounds} times each, ${count} calls`,
    violations,
  }
}
