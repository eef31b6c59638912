import { createClient } from '#contract/client.ts'
import { clearAdminRoleCache } from './admin-role.ts'
import { fetchSignedIn } from './session.ts'

export const apiClient = createClient(async (path, init) => {
  const response = await fetchSignedIn(path, init)
  // The account may have lost the admin role.
  if (response.status === 403) clearAdminRoleCache()
  return response
})
