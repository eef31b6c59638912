import { createIdentity, type IdentityOptions } from '#providers/identity/better-auth.ts'
import { createOutboxQueue } from '#providers/mail/outbox.ts'
import { emptyUnverifiedAccount } from '#shop/accounts/private-rows.ts'
import { origin, type TestShop } from '#test/open-shop.ts'

/** The provider on the shop's database, and how a browser at its first origin posts to it. */
export function openProvider(shop: TestShop, options: Partial<IdentityOptions> = {}) {
  const { db } = shop.app.shop
  const origins = options.origins ?? [origin]
  const defaults: IdentityOptions = {
    db,
    mailQueue: createOutboxQueue(db),
    log: () => {},
    getStoreName: () => 'Big Wholesale',
    secret: 's'.repeat(32),
    origins,
    emptyAccount: emptyUnverifiedAccount,
  }
  const identity = createIdentity({ ...defaults, ...options })
  const handle = async (path: string, init: RequestInit, at = origins[0] ?? '') =>
    (await identity.handle(new Request(`${at}/api/auth${path}`, init))).response
  const post = (path: string, body: object, cookie = '', at = origins[0] ?? '') =>
    handle(
      path,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: at, cookie },
        body: JSON.stringify(body),
      },
      at,
    )
  const findEmail = async (cookie: string) => (await identity.identify(new Headers({ cookie })))?.email
  return { identity, handle, post, findEmail }
}
