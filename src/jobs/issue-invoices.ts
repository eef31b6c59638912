import type { Log } from '#observability/logger.ts'
import { issueDueInvoices } from '#shop/documents/invoices.ts'
import type { Shop } from '#shop/shop.ts'

/** Safe in any number of processes at once. */
export async function issueInvoices(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  const issued = await issueDueInvoices(shop, signal)
  if (issued > 0) log('info', 'invoices issued', { issued })
}
