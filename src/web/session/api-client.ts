import { createClient } from '#contract/client.ts'
import { isCustomerView } from '#web/prices/customer-view.ts'
import { readToken, storeRole } from './access-token.ts'
import { fetchSignedIn } from './session.ts'

export const apiClient = createClient(async (path, init) => {
  const response = await fetchSignedIn(path, init)
  if (isCustomerView() && response.ok)
    return (await import('#web/prices/hide-company-prices.ts')).hideCompanyPrices(response)
  // The account may have lost the admin role.
  if (response.status === 403) cachedRole = undefined
  return response
})

const maxAgeMs = 30_000
let cachedRole: { token: string | null; fetchedAt: number; admin: Promise<boolean> } | undefined

/** Cached per access token: middleware calls this at every navigation and revalidation. */
export function isAdmin(email: string): Promise<boolean> {
  const token = readToken()
  if (cachedRole?.token === token && Date.now() - cachedRole.fetchedAt < maxAgeMs) return cachedRole.admin
  const admin = fetchIsAdmin(email)
  cachedRole = { token, fetchedAt: Date.now(), admin }
  return admin
}

async function fetchIsAdmin(email: string): Promise<boolean> {
  try {
    const { admin } = await apiClient.isAdmin({ params: { email } })
    // The account may have signed out meanwhile.
    if (readToken()) storeRole(admin ? 'admin' : 'customer')
    return admin
  } catch (error) {
    cachedRole = undefined
    throw error
  }
}
