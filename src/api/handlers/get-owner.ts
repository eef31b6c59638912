import type { Actor } from '#shop/accounts/actors.ts'
import type { Shop } from '#shop/shop.ts'

/** Whose orders may be read: anybody's, undefined, by admins, with their second factor where they need one. */
export function getOwner(shop: Shop, actor: Actor): Actor | undefined {
  const actsAsAdmin = actor.role === 'admin' && (!shop.adminsNeedSecondFactor || actor.secondFactorAt !== null)
  return actsAsAdmin ? undefined : actor
}
