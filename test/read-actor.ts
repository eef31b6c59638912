import assert from 'node:assert/strict'
import { findAccountByEmail } from '#shop/accounts/accounts.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import type { Shop } from '#shop/shop.ts'

/** The owner of an account, who has just logged in without a second factor. */
export async function readActor(shop: Shop, { email }: { email: string }): Promise<Actor> {
  const account = (await findAccountByEmail(shop, email)) ?? assert.fail('no account')
  return { account, secondFactorAt: null, signedInRecently: true }
}
