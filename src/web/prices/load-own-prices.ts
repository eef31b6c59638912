import { maxOrderLines } from '#contract/limits.ts'
import { readAccount, readCompany } from '#web/session/access-token.ts'
import { apiClient } from '#web/session/api-client.ts'
import { announcePriceChange } from './customer-view.ts'
import { findReader, owner, prices, wanted } from './own-prices-store.ts'
import { readMembership } from './read-membership.ts'

const maxAgeMs = 60_000
let readAt = 0

/** One call for all tools of a page. Prices are read again for another account or company, and after a minute. */
export async function loadOwnPrices(): Promise<void> {
  const isOther = owner.reader !== findReader()
  if (isOther || Date.now() - readAt > maxAgeMs) {
    for (const id of prices.keys()) wanted.add(id)
    prices.clear()
    readAt = Date.now()
    owner.reader = findReader()
    if (isOther) announcePriceChange()
  }
  const ids = [...wanted].filter(id => !prices.has(id)).slice(0, maxOrderLines)
  wanted.clear()
  const account = readAccount()
  if (!account || ids.length === 0) return
  for (const id of ids) prices.set(id, undefined)
  try {
    // Reading the membership may have begun this anew.
    if (!(await isMember(account.id)) || owner.reader !== findReader()) return
    const read = await apiClient.getPrices({ body: { ids } })
    if (account.id !== readAccount()?.id) return
    for (const { _id, ...price } of read) prices.set(_id, price)
    announcePriceChange()
  } catch {
    // The next page tries again.
    for (const id of ids) prices.delete(id)
  }
}

let membership: { accountId: string; isMember: Promise<boolean> } | undefined

/** Read once with each loaded page: until then the browser goes by what it read before. */
async function isMember(accountId: string): Promise<boolean> {
  if (membership?.accountId !== accountId) {
    const isMember = readMembership(apiClient).then(({ company }) => company !== null)
    membership = { accountId, isMember }
    isMember.catch(() => {
      membership = undefined
    })
  }
  return readCompany() !== '' || membership.isMember
}
