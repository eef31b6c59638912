import type { Client } from '#contract/client.ts'
import { readToken } from './access-token.ts'

const maxAgeMs = 30_000
let cached: { token: string | null; askedAt: number; admin: Promise<boolean> } | undefined

/** Cached per access token: middleware asks at every navigation and revalidation. */
export function isAdmin(api: Client, email: string): Promise<boolean> {
  const token = readToken()
  if (cached?.token === token && Date.now() - cached.askedAt < maxAgeMs) return cached.admin
  const admin = askAdmin(api, email)
  cached = { token, askedAt: Date.now(), admin }
  return admin
}

export function forgetAdminRole(): void {
  cached = undefined
}

async function askAdmin(api: Client, email: string): Promise<boolean> {
  try {
    const { admin } = await api.isAdmin({ params: { email } })
    return admin
  } catch (error) {
    forgetAdminRole()
    throw error
  }
}
