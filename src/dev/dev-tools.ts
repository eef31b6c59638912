import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Config } from '#config/config.ts'
import type { CurrentSettings } from '#contract/shop-settings.ts'
import type { Db } from '#db/database.ts'
import { identityUsers } from '#db/tables/identity.ts'
import type { Identity } from '#providers/identity/port.ts'
import type { Shop } from '#shop/shop.ts'
import { createFakeGoogle } from './fake-google.ts'
import { renderOutboxPage } from './outbox-page.ts'
import type { demoAccounts } from './seed/demo-accounts.ts'
import { seedHistory } from './seed/history.ts'
import { seed } from './seed/seed.ts'

const googlePath = '/dev/google'

export function createDevTools(config: Config, origins: readonly string[]) {
  const secret = config.secretFor('fake Google')
  const fakeGoogle = config.google ? undefined : createFakeGoogle(secret, googlePath, origins)
  return {
    googleProvider: fakeGoogle?.provider,
    async seed(db: Db, identity: Identity, settings: CurrentSettings): Promise<void> {
      await seed(db, config.demoHistory, account => signUp(db, identity, origins[0] ?? '', account))
      if (config.demoHistory) await seedHistory(db, settings, new Date())
    },
    createRoutes(shop: Shop): Hono {
      const app = new Hono()
      if (fakeGoogle) app.all(googlePath, context => fakeGoogle.handle(context.req.raw))
      app.get('/dev/outbox', () => renderOutboxPage(shop))
      return app
    },
  }
}

async function signUp(
  db: Db,
  identity: Identity,
  origin: string,
  { name, email, password }: (typeof demoAccounts)[number],
): Promise<void> {
  const headers = { 'content-type': 'application/json', origin }
  const body = JSON.stringify({ name, email, password })
  const request = new Request(new URL('/api/auth/sign-up/email', origin), { method: 'POST', headers, body })
  const { response } = await identity.handle(request)
  if (!response.ok) throw new Error(`${email} could not sign up: ${await response.text()}`)
  await db.update(identityUsers).set({ emailVerified: true }).where(eq(identityUsers.email, email))
}
