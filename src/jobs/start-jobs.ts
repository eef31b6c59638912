import type { Log } from '#observability/logger.ts'
import type { MailTransport } from '#providers/mail/port.ts'
import { processImports } from '#shop/imports/process-imports.ts'
import type { Shop } from '#shop/shop.ts'
import { anonymizeAccounts } from './anonymize-accounts.ts'
import { checkStock } from './check-stock.ts'
import { deleteImages } from './delete-images.ts'
import { startMailDelivery } from './deliver-mail.ts'
import { expireOrders } from './expire-orders.ts'
import { issueInvoices } from './issue-invoices.ts'
import { type Job, startLoop } from './loop.ts'
import { purgeExpired } from './purge.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { rollUpPastDays } from './roll-up-days.ts'
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
