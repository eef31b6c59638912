import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { accountNotes, accounts } from '#db/tables/accounts.ts'
import { companies, invitations } from '#db/tables/companies.ts'
import { images, reviews } from '#db/tables/content.ts'
import { identityUsers } from '#db/tables/identity.ts'
import { outbox } from '#db/tables/mails.ts'
import { orderLines, orders } from '#db/tables/orders.ts'
import { returnImages, returns } from '#db/tables/returns.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import { issueInvoicesOf } from '#shop/documents/invoices.ts'
import { cancelAllUnpaid } from '#shop/orders/cancel-orders.ts'
import { selectLineWords } from '#shop/orders/order-search.ts'
import { isShipped, isUnpaid } from '#shop/orders/order-state.ts'
import { isOwnOrder } from '#shop/orders/scope.ts'
import type { Shop } from '#shop/shop.ts'
import { type Account, getAccount, isNotLastAdmin, lockAdmins } from './accounts.ts'
import { type Actor, assertAdmin, assertMayEnd, getOwnOrAnyAccount } from './actors.ts'
import { matchMails } from './personal-data.ts'
import { deletePrivateRows } from './private-rows.ts'
import { transactAs } from './transact-as.ts'

/**
 * Orders keep personal data until `anonymizeClosedAccounts`. Refuses `not_yours`, `area_needed`, `full_admin_needed`, `account_not_found`,
 * `second_factor_required` and `recent_sign_in_required` for one's own account, `last_admin`, `payment_processing`, `payment_mismatch`,
 * `payments_unavailable`, and `account_busy` while new orders come in.
 */
export async function closeAccount(
  shop: Shop,
  actor: Actor,
  email: string,
  { reviews: reviewHandling }: { reviews: 'delete' | 'keep' },
): Promise<void> {
  const { id } = await getOwnOrAnyAccount(shop, actor, email)
  const by = id === actor.account.id ? 'buyer' : 'shop'
  if (by === 'buyer') {
    await assertOwnFactor(shop, actor)
    if (!actor.signedInRecently) refuse('recent_sign_in_required')
  }
  for (let tries = 0; tries < maxTries; tries++) {
    const account = await getAccount(shop, id)
    if (by === 'shop') assertMayEnd(account, actor)
    const left = await cancelAllUnpaid(shop, { by, actor }, account.email)
    if (left.mismatched > 0) refuse('payment_mismatch')
    if (left.beingPaid > 0) refuse('payment_processing')
    if (left.unavailable > 0) refuse('payments_unavailable')
    // An invoice issued later would have no name.
    await issueInvoicesOf(shop, id)
    if (await closeUnlessChanged(shop, actor, account, reviewHandling)) return shop.notifications.publish('reviews')
  }
  refuse('account_busy')
}

/** New orders need further tries. */
const maxTries = 5

async function closeUnlessChanged(
  shop: Shop,
  actor: Actor,
  account: Account,
  reviewHandling: 'delete' | 'keep',
): Promise<boolean> {
  const isAdmin = account.role === 'admin'
  // An admin's own closing is recorded, too: `grantAdminRole` reads it.
  const isRecorded = account.id !== actor.account.id || isAdmin
  const isUnchanged = sql`id = ${account.id} and role = ${account.role} and closed_at is null`
  const lockAccount = async (transaction: Db) => {
    // Admins are locked before other accounts: one of them may be closing this one.
    if (isAdmin || account.id !== actor.account.id) await lockAdmins(transaction)
    // The lock waits for orders that are being placed, and for other calls of the account.
    await transaction.execute(sql`select from ${accounts} where id = ${account.id} for update`)
  }
  const close = async (transaction: Db) => {
    if ((await transaction.$count(accounts, isUnchanged)) === 0) return false
    const ownUnpaid = and(isOwnOrder(account.id), isUnpaid)
    const ownDue = and(eq(orders.accountId, account.id), sql`invoice_due`)
    if ((await transaction.$count(orders, or(ownUnpaid, ownDue))) > 0) return false
    await transaction.delete(outbox).where(matchMails(account))
    await deletePrivateRows(transaction, sql`${account.id}`)
    const invited = or(eq(invitations.invitedBy, account.id), eq(invitations.email, account.email))
    await transaction.delete(invitations).where(invited)
    const neverAccepted = and(eq(companies.appliedBy, account.id), isNull(companies.acceptedAt))
    await transaction.delete(companies).where(neverAccepted)
    await transaction.delete(accountNotes).where(eq(accountNotes.accountId, account.id))
    await transaction.update(images).set({ uploadedBy: null }).where(eq(images.uploadedBy, account.id))
    const areTheirs = eq(reviews.accountId, account.id)
    await transaction.insert(images).values({ url: anonymousAuthor.img }).onConflictDoNothing()
    if (reviewHandling === 'delete') await transaction.delete(reviews).where(areTheirs)
    else
      await transaction
        .update(reviews)
        .set({ ...anonymousAuthor, accountId: null })
        .where(areTheirs)
    await transaction.delete(identityUsers).where(eq(identityUsers.email, account.email))
    const { rows } = await transaction.execute(sql`
      with closed as (
        update ${accounts} set email = 'closed-' || id, name = 'Closed account', picture = null, role = 'customer', areas = null,
          email_verified = false, closed_at = now(), blocked_at = null, blocked_reason = '',
          company_id = null, company_role = null, amount_cents = null
        where id = ${account.id}
          and ${isNotLastAdmin}
        returning id, ${account.email}::text as target, '{"closed": false}'::jsonb as before,
          '{"closed": true}'::jsonb as after
      ), ${buildAuditEntry(sql`closed`, actor, 'close_account', sql`${isRecorded}`)}
      select 1 from closed`)
    if (rows.length === 0) refuse('last_admin')
    return true
  }
  return transactAs(shop, actor, close, lockAccount)
}

/** A mailbox or password alone must not remove a second factor. Refuses `second_factor_required`. */
async function assertOwnFactor(shop: Shop, actor: Actor): Promise<void> {
  if (actor.secondFactorAt) return
  if (actor.account.role === 'admin') assertAdmin(shop, 'admin', actor)
  const hasFactor = and(eq(identityUsers.email, actor.account.email), eq(identityUsers.twoFactorEnabled, true))
  if ((await shop.db.$count(identityUsers, hasFactor)) > 0) refuse('second_factor_required')
}

const anonymousAuthor = { name: 'A former customer', email: '', img: '/images/avatars/nobody.svg' }

/** Orders stay for bookkeeping; finished ones lose their personal data. Returns the number of orders changed. */
export async function anonymizeClosedAccounts(shop: Shop): Promise<number> {
  const isPastRetention = sql`${orders.accountId} in (select id from ${accounts}
    where closed_at < now() - ${shop.keepPersonalDataDays} * interval '1 day')`
  // A company's order keeps everything but who placed it.
  await shop.db
    .update(orders)
    .set({ buyerName: '', phone: '' })
    .where(and(isPastRetention, isNotNull(orders.companyId), sql`buyer_name || phone <> ''`))
  const anonymized = await shop.db
    .update(orders)
    .set({
      buyerName: '',
      phone: '',
      address: '',
      shipTo: null,
      billTo: null,
      note: '',
      poNumber: '',
      lineWords: selectLineWords(''),
    })
    .where(
      and(
        isPastRetention,
        isNull(orders.companyId),
        or(isShipped, eq(orders.state, 'cancelled'), eq(orders.fulfilment, 'closed')),
        sql`(buyer_name || phone || address || note || po_number <> '' or ship_to is not null or bill_to is not null
          or exists (select from ${orderLines} where order_id = ${orders.id} and reference <> ''))`,
      ),
    )
    .returning({ id: orders.id })
  const ids = sql.param(anonymized.map(({ id }) => id))
  await shop.db.execute(
    sql`update ${orderLines} set reference = '' where order_id = any(${ids}::uuid[]) and reference <> ''`,
  )
  const theirReturns = sql`order_id in (select id from ${orders} where ${isPastRetention} and company_id is null)`
  await shop.db.execute(
    sql`delete from ${returnImages} where return_id in (select id from ${returns} where ${theirReturns})`,
  )
  await shop.db.update(returns).set({ reason: '', answer: '' }).where(sql`reason || answer <> '' and ${theirReturns}`)
  return anonymized.length
}
