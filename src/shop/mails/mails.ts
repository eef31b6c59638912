import { and, eq, getTableColumns, type InferSelectModel, isNull, type SQL, sql } from 'drizzle-orm'
import { toOrderStatus } from '#contract/states/order-status.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { type MailData, outbox } from '#db/tables/mails.ts'
import { orders } from '#db/tables/orders.ts'
import type { Mail } from '#providers/mail/port.ts'
import { readPicture } from '#shop/appearance.ts'
import { listLines } from '#shop/orders/order-lists.ts'
import { findRefund } from '#shop/refunds/refunds.ts'
import { findReturn } from '#shop/returns/returns.ts'
import { findShipment } from '#shop/shipments/shipments.ts'
import type { Shop } from '#shop/shop.ts'
import { accountMails, type StoreInfo } from './account-mails.ts'
import { composeBody, composePage, type MailContents } from './mail-body.ts'
import { composeOrderMail } from './order-mails.ts'

export type OutboxRow = InferSelectModel<typeof outbox>
type MailKind = OutboxRow['kind']
export type OrderMailKind = Extract<MailKind, `order_${string}`>

/** CTE `mail`: queues a mail for each order id in `changed`. */
export function buildMailInsert(changed: SQL, kind: OrderMailKind, data: MailData = {}): SQL {
  return sql`mail as (
    insert into ${outbox} (kind, order_id, data) select ${kind}, id, ${JSON.stringify(data)}::jsonb from ${changed}
  )`
}

export type MailSource = StoreInfo & Pick<Shop, 'db'>

/** Returns undefined if nobody needs the mail: the account is closed, or the order does not wait any more. */
export async function renderMail(shop: MailSource, mail: OutboxRow): Promise<Mail | undefined> {
  const { kind, orderId, data } = mail
  const { to = '', url = '' } = data
  if (isAboutAccount(kind)) return composeMail(shop, to, accountMails[kind](shop, { ...data, url }))
  const [order] = await shop.db
    .select({
      ...getTableColumns(orders),
      email: accounts.email,
      name: accounts.name,
      emailVerified: accounts.emailVerified,
      closedAt: accounts.closedAt,
      companyOfBuyer: accounts.companyId,
    })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .where(eq(orders.id, orderId ?? ''))
  const recipient = order && (await findRecipient(shop.db, order, data.to))
  if (!recipient || (kind === 'order_waiting' && toOrderStatus(order) !== 'waiting')) return undefined
  const lines = await listLines(shop, order.id)
  const shipment = data.shipmentId === undefined ? undefined : await findShipment(shop.db, data.shipmentId)
  const refund = data.refundId === undefined ? undefined : await findRefund(shop.db, data.refundId)
  const returned = data.returnId === undefined ? undefined : await findReturn(shop.db, data.returnId)
  const { subject, paragraphs } = composeOrderMail(shop, kind, { ...order, lines, shipment, refund, returned }, data)
  return composeMail(shop, recipient.email, { subject, name: recipient.name, paragraphs })
}

interface MailedBuyer {
  email: string
  name: string
  closedAt: Date | null
  companyId: string | null
  companyOfBuyer: string | null
}

/**
 * The buyer or, where they do not belong to the company of the order any more, its first manager. A mail `to` a manager is
 * not sent once they have left or have another role.
 */
async function findRecipient(
  db: Db,
  { email, name, closedAt, companyId, companyOfBuyer }: MailedBuyer,
  to: string | undefined,
): Promise<{ email: string; name: string } | undefined> {
  const isForBuyer = to === undefined && (companyId === null || companyId === companyOfBuyer)
  if (isForBuyer || companyId === null) return closedAt ? undefined : { email, name }
  const isManager = and(eq(accounts.companyId, companyId), eq(accounts.companyRole, 'manager'))
  const [manager] = await db
    .select({ email: accounts.email, name: accounts.name })
    .from(accounts)
    .where(and(isManager, isNull(accounts.blockedAt), to === undefined ? undefined : eq(accounts.email, to)))
    .orderBy(accounts.id)
    .limit(1)
  return manager
}

type ComposedMail = Pick<MailContents, 'name' | 'paragraphs'> & { subject: string }

async function composeMail(
  { db, settings, origin }: MailSource,
  to: string,
  { subject, ...mail }: ComposedMail,
): Promise<Mail> {
  const { storeName, accentColor } = settings.current
  const picture = settings.pictures.logo === undefined ? undefined : await readPicture(db, 'logo')
  const contents = { ...mail, origin, storeName, accentColor, hasLogo: picture !== undefined }
  const composed = { to, subject, body: composeBody(contents), html: composePage(contents, subject) }
  return picture ? { ...composed, logo: picture.bytes } : composed
}

type AccountMailKind = Exclude<MailKind, OrderMailKind>

const isAboutAccount = (kind: MailKind): kind is AccountMailKind => kind in accountMails
