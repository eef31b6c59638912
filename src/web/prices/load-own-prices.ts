import { maxOrderLines } from '#contract/limits.ts'
import type { ToolPrice } from '#contract/schemas/prices.ts'
import { readCompany, storeCompany } from '#web/session/access-token.ts'
import { apiClient } from '#web/session/api-client.ts'

let membership: Promise<boolean> | undefined

/** Read once with each loaded page: until then the browser goes by what it read before. */
export async function loadOwnPrices(ids: readonly string[]): Promise<ToolPrice[]> {
  membership ??= readMembership()
  if (readCompany() === '' && !(await membership)) return []
  return apiClient.getPrices({ body: { ids: ids.slice(0, maxOrderLines) } })
}

async function readMembership(): Promise<boolean> {
  try {
    const { company } = await apiClient.getMembership({})
    storeCompany(company?._id ?? '')
    return company !== null
  } catch {
    membership = undefined
    return false
  }
}
