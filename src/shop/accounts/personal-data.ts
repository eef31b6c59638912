import { eq, type SQL, sql } from 'drizzle-orm'
import { images, reviews } from '#db/tables/content.ts'
import { identitySessions, identityUsers } from '#db/tables/identity.ts'
import { outbox } from '#db/tables/mails.ts'
import { orders } from '#db/tables/orders.ts'
import { recordAction } from '#shop/audit-log.ts'
import { listNamedLines, ownCart } from '#shop/carts/carts.ts'
import { readSavedLists } from '#shop/carts/saved-lists.ts'
import { listApplications } from '#shop/companies/applications.ts'
import { getCompany } from '#shop/companies/companies.ts'
import { readCreditNotesOfAccount, readInvoicesOfAccount } from '#shop/documents/documents-of-account.ts'
import { readOrdersOfAccount } from '#shop/orders/order-lists.ts'
import { isOwnOrder } from '#shop/orders/scope.ts'
import { createQueue } from '#shop/queue.ts'
import type { Shop } from '#shop/shop.ts'
import { listNotes } from './account-notes.ts'
import type { Account } from './accounts.ts'
import { type Actor, getOwnOrAnyAccount } from './actors.ts'
import { listOwnAddresses } from './addresses.ts'
import { findProfile } from './profiles.ts'
import { transactAs } from './transact-as.ts'

/** A page of large orders takes the process 50 ms: others are served between pages. */
const readQueue = createQueue({ concurrency: 2 })

export async function exportPersonalData(shop: Shop, actor: Actor, email: string) {
  const account = await getOwnOrAnyAccount(shop, actor, email)
  const { db } = shop
  if (account.id !== actor.account.id)
    await transactAs(shop, actor, transaction => {
      const fields = { id: account.id, target: account.email, after: { exported: true } }
      return recordAction(transaction, actor, 'export_data', fields)
    })
  return {
    account,
    profile: await findProfile(shop, account),
    notes: await listNotes(shop, account.id),
    addresses: await listOwnAddresses(shop, account),
    company: account.companyId === null ? undefined : await getCompany(shop, account.companyId),
    applications: await listApplications(shop, account),
    cart: await listNamedLines(shop, ownCart(account)),
    lists: takeTurns(readSavedLists(shop, account), account),
    orders: takeTurns(readOrdersOfAccount(shop, account), account),
    invoices: takeTurns(readInvoicesOfAccount(shop, account), account),
    creditNotes: takeTurns(readCreditNotesOfAccount(shop, account), account),
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

async function* takeTurns<Row>(rows: AsyncGenerator<Row>, { id }: Account): AsyncGenerator<Row> {
  for (;;) {
    const next = await readQueue(() => rows.next(), id)
    if (next.done) return
    yield next.value
  }
}

/** Mails of orders of a company go to its managers once the buyer has left. */
export const matchMails = ({ id, email }: Account): SQL => sql`(${outbox.data} ->> 'to' = ${email}
  or ${outbox.data} ->> 'to' is null and ${outbox.orderId} = any(array(select id from ${orders} where ${isOwnOrder(id)})))`
