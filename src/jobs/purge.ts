import { type SQL, sql } from 'drizzle-orm'
import { isConnectionError } from '#db/errors.ts'
import { companies, invitations } from '#db/tables/companies.ts'
import { identitySessions, identityVerifications } from '#db/tables/identity.ts'
import { imports } from '#db/tables/imports.ts'
import { outbox } from '#db/tables/mails.ts'
import { rateLimits } from '#db/tables/operation.ts'
import { paymentEvents, sandboxReplies } from '#db/tables/payments.ts'
import type { Log } from '#observability/logger.ts'
import { deleteUnverifiedAccounts } from '#shop/accounts/unverified-accounts.ts'
import { runEach } from '#shop/run-each.ts'
import type { Shop } from '#shop/shop.ts'
import { claimJob } from './claim-job.ts'
import { giveUpMails } from './deliver-mail.ts'

const expiredRows: Readonly<Record<string, SQL>> = {
  payment_events: sql`${paymentEvents} where received_at < now() - interval '90 days'`,
  outbox: sql`${outbox} where coalesce(sent_at, created_at) < now() - interval '90 days'`,
  identity_sessions: sql`${identitySessions} where expires_at < now()`,
  // Stripe keeps replies for 24 h: https://docs.stripe.com/api/idempotent_requests
  sandbox_replies: sql`${sandboxReplies} where created_at < now() - interval '1 day'`,
  companies: sql`${companies} where refused_at < now() - interval '365 days'`,
  invitations: sql`${invitations} where created_at < now() - interval '14 days'`,
  imports: sql`${imports} where created_at < now() - case when state in ('uploading', 'discarded') then interval '7 days' else interval '365 days' end`,
}
/** Requests without an account write these rows: there may be many. */
const expiredRowsOfStrangers: typeof expiredRows = {
  identity_verifications: sql`${identityVerifications} where expires_at < now()`,
  rate_limits: sql`${rateLimits} where ends_at < now()`,
}

const defaultBatchSize = 500
/** An import has up to 50,000 rows, which are deleted with it. */
const batchSizes: Readonly<Record<string, number>> = { imports: 1 }

export async function purgeExpired(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  if (await claimJob(shop, 'give up mails', sql`interval '1 hour'`)) await giveUpMails(shop.db)
  if (await claimJob(shop, 'purge', sql`interval '1 day'`)) {
    await purge(shop, log, expiredRows, signal)
    await purgeAccounts(shop, log, signal).catch(error => {
      if (isConnectionError(error)) throw error
      log('error', 'unverified accounts not deleted', { error })
    })
  }
  if (await claimJob(shop, 'purge rows of strangers', sql`interval '1 hour'`))
    await purge(shop, log, expiredRowsOfStrangers, signal)
}

async function purge(shop: Shop, log: Log, rows: typeof expiredRows, signal?: AbortSignal): Promise<void> {
  const deleted: Record<string, number> = {}
  const deleteExpired = async (table: string) => {
    const batchSize = batchSizes[table] ?? defaultBatchSize
    for (let deletedRows = batchSize; deletedRows === batchSize && !signal?.aborted; ) {
      const batch = sql`delete from ${sql.identifier(table)}
        where ctid in (select ctid from ${rows[table]} limit ${batchSize}) returning 1`
      deletedRows = (await shop.db.execute(batch)).rows.length
      deleted[table] = (deleted[table] ?? 0) + deletedRows
    }
    return true
  }
  await runEach(Object.keys(rows), deleteExpired, {
    signal,
    onError: (table, error) => log('error', 'expired rows not deleted', { table, error }),
  })
  log('info', 'expired rows deleted', deleted)
}

async function purgeAccounts(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  let accounts = 0
  for (let deleted = defaultBatchSize; deleted === defaultBatchSize && !signal?.aborted; accounts += deleted)
    deleted = await deleteUnverifiedAccounts(shop, defaultBatchSize)
  if (accounts > 0) log('info', 'unverified accounts deleted', { accounts })
}
