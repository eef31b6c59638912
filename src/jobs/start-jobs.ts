import { sql } from 'drizzle-orm'
import type { Log } from '#observability/logger.ts'
import type { MailTransport } from '#providers/mail/port.ts'
import { anonymizeClosedAccounts } from '#shop/accounts/close-account.ts'
import { issueDueCreditNotes } from '#shop/documents/credit-notes.ts'
import { issueDueInvoices } from '#shop/documents/invoices.ts'
import { rollUpDays } from '#shop/figures/roll-up-days.ts'
import { deleteUnusedImages } from '#shop/images.ts'
import { processImports } from '#shop/imports/process-imports.ts'
import type { Shop } from '#shop/shop.ts'
import { checkStock } from './check-stock.ts'
import { claimJob } from './claim-job.ts'
import { startMailDelivery } from './deliver-mail.ts'
import { expireOrders } from './expire-orders.ts'
import { type Job, startLoop } from './loop.ts'
import { purgeExpired } from './purge.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { settleRefunds } from './settle-refunds.ts'

const everyMs = 60_000

export function startJobs(shop: Shop, log: Log, transport: MailTransport | undefined): Job {
  const onError = (job: string) => (error: unknown) => log('error', 'job failed', { job, error })
  const jobs = [
    startLoop({
      everyMs,
      run: signal => reconcilePayments(shop, log, signal),
      onError: onError('reconcile-payments'),
    }),
    startLoop({ everyMs, run: signal => settleRefunds(shop, log, signal), onError: onError('settle-refunds') }),
    startLoop({ everyMs, run: signal => expireOrders(shop, log, signal), onError: onError('expire-orders') }),
    startLoop({ everyMs, run: signal => issueInvoices(shop, log, signal), onError: onError('issue-invoices') }),
    startLoop({ everyMs, run: signal => purgeExpired(shop, log, signal), onError: onError('purge') }),
    startLoop({ everyMs, run: signal => deleteImages(shop, log, signal), onError: onError('delete-images') }),
    startLoop({ everyMs, run: () => checkStock(shop, log), onError: onError('check-stock') }),
    startLoop({ everyMs, run: signal => rollUpPastDays(shop, signal), onError: onError('roll-up-days') }),
    startLoop({ everyMs, run: () => anonymizeAccounts(shop, log), onError: onError('anonymize-accounts') }),
    startLoop({ everyMs: 1_000, run: signal => processImports(shop, signal), onError: onError('process-imports') }),
    ...(transport ? [startMailDelivery(shop, { transport, log })] : []),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map(job => job.stop()))
    },
  }
}

async function anonymizeAccounts(shop: Shop, log: Log): Promise<void> {
  if (!(await claimJob(shop, 'anonymize closed accounts', sql`interval '1 day'`))) return
  const orders = await anonymizeClosedAccounts(shop)
  if (orders > 0) log('info', 'orders of closed accounts made anonymous', { orders })
}

async function deleteImages(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  if (!(await claimJob(shop, 'delete unused images', sql`interval '1 hour'`))) return
  const onError = logFailure(log, 'unused image not deleted', 'image')
  const images = await deleteUnusedImages(shop, { signal, onError })
  if (images > 0) log('info', 'unused images deleted', { images })
}

/** Credit notes name invoices, which are issued first. */
async function issueInvoices(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  const issued = await issueDueInvoices(shop, { signal, onError: logFailure(log, 'invoice not issued', 'order') })
  if (issued > 0) log('info', 'invoices issued', { issued })
  const onError = logFailure(log, 'credit note not issued', 'refund')
  const credited = await issueDueCreditNotes(shop, { signal, onError })
  if (credited > 0) log('info', 'credit notes issued', { issued: credited })
}

function logFailure(log: Log, event: string, item: string) {
  return (id: string, error: unknown) => log('error', event, { [item]: id, error })
}

/** Hourly: a day can be stored an hour after its end, and `TIME_ZONE` may have changed, which needs all days again. */
async function rollUpPastDays(shop: Shop, signal?: AbortSignal): Promise<void> {
  if (await claimJob(shop, 'roll up days', sql`interval '1 hour'`)) await rollUpDays(shop, signal)
}
