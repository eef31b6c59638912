import type { Client } from '#contract/client.ts'
import { readToken } from './access-token.ts'

const maxAgeMs = 30_000
let cached: { token: string | null; fetchedAt: number; admin: Promise<boolean> } | undefined

/** Cached per access token: middleware asks at every navigation and revalidation. */
export function isAdmin(client: Client, email: string): Promise<boolean> {
  const token = readToken()
  if (cached?.token === token && Date.now() - cached.fetchedAt < maxAgeMs) return cached.admin
  const admin = fetchIsAdmin(client, email)
  cached = { token, fetchedAt: Date.now(), admin }
  return admin
}

export function clearAdminRoleCache(): void {
  cached = undefined
}

async function fetchIsAdmin(client: Client, email: string): Promise<boolean> {
  try {
    const { admin } = await client.isAdmin({ params: { email } })
    return admin
  } catch (error) {
    clearAdminRoleCache()
    throw error
  }
}
