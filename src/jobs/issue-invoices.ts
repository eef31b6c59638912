import type { Log } from '#observability/logger.ts'
import { issueDueCreditNotes } from '#shop/documents/credit-notes.ts'
import { issueDueInvoices } from '#shop/documents/invoices.ts'
import type { Shop } from '#shop/shop.ts'

/** And credit notes, which name the invoices. Safe in any number of processes at once. */
export async function issueInvoices(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  const issued = await issueDueInvoices(shop, signal)
  if (issued > 0) log('info', 'invoices issued', { issued })
  const credited = await issueDueCreditNotes(shop, signal)
  if (credited > 0) log('info', 'credit notes issued', { issued: credited })
}
