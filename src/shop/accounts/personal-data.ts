import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import {
  accountNotes,
  accounts,
  identitySessions,
  identityUsers,
  images,
  orders,
  outbox,
  profiles,
  returnImages,
  returns,
  reviews,
} from '#db/tables.ts'
import { buildAuditEntry, recordAction } from '#shop/audit-log.ts'
import { listCart } from '#shop/carts.ts'
import { readCreditNotesOfAccount, readInvoicesOfAccount } from '#shop/documents/documents-of-account.ts'
import { isUnpaid } from '#shop/orders/order-search.ts'
import { readOrdersOfAccount } from '#shop/orders/orders-of-account.ts'
import { cancelAllUnpaid } from '#shop/orders/unpaid-orders.ts'
import { readSavedLists } from '#shop/saved-lists.ts'
import type { Shop } from '#shop/shop.ts'
import { listNotes } from './account-notes.ts'
import { type Account, findAccountByEmail, selectUnblockedAdmins } from './accounts.ts'
import { type Actor, assertAdmin } from './actors.ts'
import { listAddresses } from './addresses.ts'
import { deletePrivateRows } from './private-rows.ts'

/** All rows about the person, orders, invoices and lists as they are read; an admin's request is recorded. */
export async function exportPersonalData(shop: Shop, actor: Actor, email: string) {
  const account = await getOwnOrAnyAccount(shop, actor, email)
  const { db } = shop
  if (account.id !== actor.id)
    await recordAction(db, actor, 'export_data', { id: account.id, target: account.email, after: { exported: true } })
  const [profile] = await db.select().from(profiles).where(eq(profiles.accountId, account.id))
  return {
    account,
    profile,
    // An unverified email may belong to somebody else, whom the notes are about.
    notes: account.emailVerified || account.id !== actor.id ? await listNotes(shop, account.id) : [],
    addresses: await listAddresses(shop, account),
    cart: await listCart(shop, account),
    lists: readSavedLists(shop, account),
    orders: readOrdersOfAccount(shop, account),
    invoices: readInvoicesOfAccount(shop, account),
    creditNotes: readCreditNotesOfAccount(shop, account),
    reviews: await db.select().from(reviews).where(eq(reviews.accountId, account.id)).orderBy(reviews.id),
    uploads: await db.select().from(images).where(eq(images.uploadedBy, account.id)).orderBy(images.uploadedAt),
    mails: await db
      .select({ kind: outbox.kind, createdAt: outbox.createdAt, sentAt: outbox.sentAt })
      .from(outbox)
      .where(matchMails(account))
      .orderBy(outbox.id),
    sessions: await db
      .select({ session: identitySessions })
      .from(identitySessions)
      .innerJoin(identityUsers, eq(identityUsers.id, identitySessions.userId))
      .where(eq(identityUsers.email, account.email)),
  }
}

/** One's own account or, for an admin, anybody's. Refuses `not_yours`, `second_factor_required` and `account_not_found`. */
async function getOwnOrAnyAccount(shop: Shop, actor: Actor, email: string): Promise<Account> {
  if (email === actor.email) return actor
  if (actor.role !== 'admin') refuse('not_yours')
  assertAdmin(shop, actor)
  return (await findAccountByEmail(shop, email)) ?? refuse('account_not_found')
}

const matchMails = ({ id, email }: Account): SQL => sql`(${outbox.data} ->> 'to' = ${email}
  or ${outbox.orderId} = any(array(select id from ${orders} where ${orders.accountId} = ${id})))`

/**
 * Cancels unpaid orders and removes what identifies the person, except in orders: see `anonymizeClosedAccounts`. Reviews that
 * stay lose name and photo. For the caller's own account, refuses `second_factor_required` in a session without its second factor, and
 * `recent_sign_in_required`; also refuses `last_admin`, and `payment_processing` while a payment is on its way.
 */
export async function closeAccount(
  shop: Shop,
  actor: Actor,
  email: string,
  { reviews: reviewHandling }: { reviews: 'delete' | 'keep' },
): Promise<void> {
  const account = await getOwnOrAnyAccount(shop, actor, email)
  if (account.id === actor.id) {
    await assertOwnFactor(shop, actor)
    if (!actor.signedInRecently) refuse('recent_sign_in_required')
  }
  // More than once for orders that are placed meanwhile.
  for (let triesLeft = 5; ; triesLeft--) {
    await cancelAllUnpaid(shop, account.id === actor.id ? undefined : actor, account.email)
    if (await closeUnlessUnpaid(shop, actor, account, reviewHandling)) break
    if (triesLeft === 1) refuse('payment_processing')
  }
  await shop.notifications.publish('reviews')
}

/** False while an order is unpaid. */
async function closeUnlessUnpaid(
  shop: Shop,
  actor: Actor,
  account: Account,
  reviewHandling: 'delete' | 'keep',
): Promise<boolean> {
  // An admin's own, too: nobody but an admin makes that email an admin again.
  const isRecorded = account.id !== actor.id || account.role === 'admin'
  return shop.db.transaction(async transaction => {
    // Admins first, as wherever both are locked. Orders under way lock the account as foreign keys do.
    await transaction.execute(selectUnblockedAdmins)
    await transaction.execute(sql`select from ${accounts} where id = ${account.id} for update`)
    const ownUnpaid = and(eq(orders.accountId, account.id), isUnpaid)
    if ((await transaction.$count(orders, ownUnpaid)) > 0) return false
    await transaction.delete(outbox).where(matchMails(account))
    await deletePrivateRows(transaction, sql`${account.id}`)
    await transaction.delete(accountNotes).where(eq(accountNotes.accountId, account.id))
    await transaction.update(images).set({ uploadedBy: null }).where(eq(images.uploadedBy, account.id))
    const areTheirs = eq(reviews.accountId, account.id)
    await transaction.insert(images).values({ url: anonymousAuthor.img }).onConflictDoNothing()
    // Those that wait for the email's verification would show without their account.
    const areWaiting = shop.limitsUnverified && !account.emailVerified
    if (reviewHandling === 'delete' || areWaiting) await transaction.delete(reviews).where(areTheirs)
    else
      await transaction
        .update(reviews)
        .set({ ...anonymousAuthor, accountId: null })
        .where(areTheirs)
    await transaction.delete(identityUsers).where(eq(identityUsers.email, account.email))
    const { rows } = await transaction.execute(sql`
      with admins as (${selectUnblockedAdmins}), closed as (
        update ${accounts} set email = 'closed-' || id, name = 'Closed account', picture = null, role = 'customer',
          email_verified = false, closed_at = now(), blocked_at = null, blocked_reason = ''
        where id = ${account.id} and closed_at is null
          and (role <> 'admin' or blocked_at is not null or (select count(*) from admins) > 1)
        returning id, ${account.email}::text as target, '{"closed": false}'::jsonb as before,
          '{"closed": true}'::jsonb as after
      ), ${buildAuditEntry(sql`closed`, actor, 'close_account', sql`${isRecorded}`)}
      select 1 from closed`)
    if (rows.length === 0) refuse('last_admin')
    return true
  })
}

/** The mailbox or the password alone must not get rid of a second factor. Refuses `second_factor_required`. */
async function assertOwnFactor(shop: Shop, actor: Actor): Promise<void> {
  if (actor.secondFactorAt) return
  if (actor.role === 'admin') assertAdmin(shop, actor)
  const hasFactor = and(eq(identityUsers.email, actor.email), eq(identityUsers.twoFactorEnabled, true))
  if ((await shop.db.$count(identityUsers, hasFactor)) > 0) refuse('second_factor_required')
}

const anonymousAuthor = { name: 'A former customer', email: '', img: '/images/avatars/nobody.svg' }

/**
 * Orders stay for the books, without name, phone and address once they are shipped or cancelled. What calls wrote that
 * were under way when the account was closed is deleted, or expires.
 */
export async function anonymizeClosedAccounts(shop: Shop): Promise<number> {
  const closed = sql`select id from ${accounts} where closed_at is not null`
  await deletePrivateRows(shop.db, closed)
  await shop.db.delete(accountNotes).where(sql`${accountNotes.accountId} in (${closed})`)
  await shop.db.delete(reviews).where(sql`${reviews.accountId} in (${closed})`)
  await shop.db.update(images).set({ uploadedBy: null }).where(sql`${images.uploadedBy} in (${closed})`)
  const ownUnpaid = and(sql`${orders.accountId} in (${closed})`, isUnpaid)
  await shop.db.update(orders).set({ expiresAt: sql`now()` }).where(ownUnpaid)
  const isPastRetention = sql`${orders.accountId} in (select id from ${accounts}
    where closed_at < now() - ${shop.keepPersonalDataDays} * interval '1 day')`
  const anonymized = await shop.db
    .update(orders)
    .set({ buyerName: '', phone: '', address: '', shipTo: null, billTo: null, note: '', ipKey: null })
    .where(
      and(
        isPastRetention,
        or(inArray(orders.state, ['shipped', 'cancelled']), orders.nothingToShip),
        sql`(buyer_name || phone || address || note <> '' or ship_to is not null or bill_to is not null)`,
      ),
    )
    .returning({ id: orders.id })
  const theirReturns = sql`order_id in (select id from ${orders} where ${isPastRetention})`
  await shop.db.execute(
    sql`delete from ${returnImages} where return_id in (select id from ${returns} where ${theirReturns})`,
  )
  await shop.db.update(returns).set({ reason: '', answer: '' }).where(sql`reason || answer <> '' and ${theirReturns}`)
  return anonymized.length
}
