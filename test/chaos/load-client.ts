import { createClient } from '#contract/client.ts'
import { demoAccounts } from '#dev/seed/demo-accounts.ts'
import type { AddedTool, TestAccount } from '#test/open-shop.ts'
import type { PaymentTarget } from '#test/pay.ts'

/** A signed-in account that calls the shop over the network. */
export interface RemoteAccount extends TestAccount {
  session: string
}

const image = '/images/claw-hammer-800.webp'

export const signUp = (origin: string, email: string) => authenticate(origin, 'sign-up', { email, name: 'Rita Moss' })

export function logInAsAdmin(origin: string): Promise<RemoteAccount> {
  return logIn(origin, demoAccounts[0])
}

export function logIn(
  origin: string,
  { email, password }: Required<Omit<Credentials, 'name'>>,
): Promise<RemoteAccount> {
  return authenticate(origin, 'sign-in', { email, password })
}

export async function renewToken(
  origin: string,
  account: Omit<RemoteAccount, 'token' | 'client'>,
): Promise<RemoteAccount> {
  const { email, session } = account
  const { token } = await createTokenClient(origin, session).issueAccessToken({ params: { email }, body: { email } })
  return { ...account, token, client: createTokenClient(origin, token) }
}

/** What a card form needs of the shop at that origin. */
export function createPaymentTarget(origin: string): PaymentTarget {
  const request = (path: string, init?: RequestInit) => fetch(origin + path, init)
  return { request, app: { settings: { payments: { publishableKey: 'pk_test_sandbox' } } } }
}

export async function addTool(
  admin: TestAccount,
  fields: Omit<AddedTool, '_id' | 'price'> & { sku?: string },
): Promise<AddedTool> {
  const body = { ...fields, image, price: 2.5, description: 'For attacks.' }
  return { ...body, _id: (await admin.client.addTool({ body })).insertedId }
}

interface Credentials {
  email: string
  name?: string
  password?: string
}

async function authenticate(
  origin: string,
  how: 'sign-up' | 'sign-in',
  credentials: Credentials,
): Promise<RemoteAccount> {
  const response = await fetch(`${origin}/api/auth/${how}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ password: 'hammer-and-nails', ...credentials }),
  })
  const session = response.headers.get('set-auth-token') ?? ''
  const { user }: { user: { name: string } } = await response.json()
  return renewToken(origin, { email: credentials.email, name: user.name, session })
}

export function createTokenClient(origin: string, token: string) {
  return createClient((path, init) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    return fetch(`${origin}/api${path}`, { ...init, headers })
  })
}
