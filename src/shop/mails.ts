import { eq, getTableColumns, type InferSelectModel, type SQL, sql } from 'drizzle-orm'
import { formatCents } from '#contract/money.ts'
import { formatQuantity } from '#contract/quantity.ts'
import { refuse } from '#contract/refusals.ts'
import { stripInvisible } from '#contract/text.ts'
import { accounts, type MailData, type OrderLine, type OrderRow, orders, outbox } from '#db/tables.ts'
import type { Mail } from '#providers/mail/port.ts'
import { listLines } from './orders/order-lists.ts'
import type { Shop } from './shop.ts'

export type OutboxRow = InferSelectModel<typeof outbox>
type MailKind = OutboxRow['kind']
type OrderMailKind = Extract<MailKind, `order_${string}`>

/** CTE `mail`: one mail for each order id in `changed`. */
export function buildMailInsert(changed: SQL, kind: OrderMailKind, data: MailData = {}): SQL {
  return sql`mail as (
    insert into ${outbox} (kind, order_id, data) select ${kind}, id, ${JSON.stringify(data)}::jsonb from ${changed}
  )`
}

type StoreInfo = Pick<Shop, 'storeName' | 'origin'>

/** Undefined for a mail about an order of an account whose email is not verified, where such accounts are limited. */
export async function renderMail(
  shop: StoreInfo & Pick<Shop, 'db' | 'limitsUnverified'>,
  mail: OutboxRow,
): Promise<Mail | undefined> {
  const { kind, orderId, data } = mail
  const { to = '', name, url = '', subject = '', body = '' } = data
  if (kind === 'text') return { to, subject, body }
  if (isAboutAccount(kind)) return { to, ...accountMails[kind](shop, name, url) }
  const [order] = await shop.db
    .select({
      ...getTableColumns(orders),
      email: accounts.email,
      name: accounts.name,
      isVerified: accounts.emailVerified,
    })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .where(eq(orders.id, orderId ?? ''))
  if (!order) return refuse('order_not_found')
  if (shop.limitsUnverified && !order.isVerified) return undefined
  const text = orderMails[kind](shop, { ...order, lines: await listLines(shop, order.id) }, data)
  return {
    to: order.email,
    subject: text.subject,
    body: composeBody(order.name, text.paragraphs, shop.storeName),
  }
}

type AccountMailKind = Exclude<MailKind, OrderMailKind | 'text'>

const isAboutAccount = (kind: MailKind): kind is AccountMailKind => kind in accountMails

interface MailText {
  subject: string
  paragraphs: readonly string[]
}

type MailedOrder = OrderRow & { lines: OrderLine[] }

function describeOrder({ title, lines: [first, second] }: MailedOrder): string {
  return first && !second ? `${formatQuantity(first.quantity)} of ${first.toolName}` : title
}

function describeLine({ quantity, toolName, sku, priceCents }: OrderLine): string {
  return `${formatQuantity(quantity)} of ${toolName} (${sku}) at ${formatCents(priceCents)} each: ${formatCents(priceCents * quantity)}`
}

function describePrices({ lines, totalCents }: MailedOrder): string {
  const [first, second] = lines
  const total = `${formatCents(totalCents)} in all.`
  if (first && !second)
    return `${formatQuantity(first.quantity)} of ${first.toolName} at ${formatCents(first.priceCents)} each, ${total}`
  return [`${lines.length} tools, ${total}`, ...lines.map(describeLine)].join('\n')
}

const cancelledBy = {
  buyer: ', as you asked',
  shop: ' by the shop',
  expiry: ', because it was not paid in time',
} as const

const formatHold = ({ expiresAt }: OrderRow) =>
  expiresAt ? ` until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''

const orderMails: { [Kind in OrderMailKind]: (store: StoreInfo, order: MailedOrder, data: MailData) => MailText } = {
  order_placed: ({ origin }, order) => ({
    subject: `Your order of ${order.title}`,
    paragraphs: [
      `thank you for your order: ${describePrices(order)}`,
      `The pieces are set aside for you${formatHold(order)}. Please pay for them under My Orders: ${origin}/dashboard`,
    ],
  }),
  order_expiring: ({ origin }, order) => ({
    subject: `Your order of ${order.title} waits for its payment`,
    paragraphs: [
      `your order of ${describeOrder(order)}, ${formatCents(order.totalCents)} in all, is not paid yet.`,
      `The pieces are set aside for you${formatHold(order)}; then the order is cancelled. Please pay for them under My Orders: ${origin}/dashboard`,
    ],
  }),
  order_paid: (_, order) => ({
    subject: `Payment received for your order of ${order.title}`,
    paragraphs: [
      `your payment of ${formatCents(order.totalCents)} for ${describeOrder(order)} has arrived.`,
      `Your transactionId is: ${order.transactionId}`,
      'We write again when the order is on its way.',
    ],
  }),
  order_shipped: (_, order) => ({
    subject: `Your order of ${order.title} is on its way`,
    paragraphs: [`your order of ${describeOrder(order)} has been shipped.`],
  }),
  order_cancelled: ({ origin }, order, data) => ({
    subject: `Your order of ${order.title} is cancelled`,
    paragraphs: [
      `your order of ${describeOrder(order)} is cancelled${data.cancelledBy ? cancelledBy[data.cancelledBy] : ''}. Nothing was charged.`,
      `Everything that is in stock: ${origin}/shop`,
    ],
  }),
  order_refunded: (_, order, { transactionId }) => ({
    subject: `Your payment for ${order.title} goes back to you`,
    paragraphs: [
      `your payment of ${formatCents(order.totalCents)} came when the order of ${describeOrder(order)} could not take it any more.`,
      'The money goes back to your card.',
      `The transactionId is: ${transactionId}`,
    ],
  }),
}

const accountMails = {
  verify_email: ({ storeName }: StoreInfo, _: string | undefined, url: string) => ({
    subject: `Verify your email for ${storeName}`,
    body: composeBody(undefined, [
      'please verify that this address is yours:',
      url,
      'If it was not you who signed up, do nothing: without you the account stays unverified. Or open the link to take it over: you choose its password, and everybody else is logged out.',
    ]),
  }),
  reset_password: ({ storeName }: StoreInfo, name: string | undefined, url: string) => ({
    subject: `Set a new password for ${storeName}`,
    body: composeBody(name, [
      'somebody, most likely you, asked for a new password. Set it here within an hour:',
      url,
      'If it was not you, do nothing: your password stays as it is.',
    ]),
  }),
  second_factor_set: ({ storeName, origin }: StoreInfo, name: string | undefined) => ({
    subject: `A second factor was set up for ${storeName}`,
    body: composeBody(name, [
      'from now on your account asks for a code of an authenticator app at each login.',
      `If it was not you, somebody has your password: choose another one at ${origin}/login (Forgot Password), then write to us, so that we take the second factor away.`,
    ]),
  }),
  second_factor_removed: ({ storeName, origin }: StoreInfo, name: string | undefined) => ({
    subject: `The second factor was removed for ${storeName}`,
    body: composeBody(name, [
      'your account asks for no code at the login any more.',
      `If it was not you, choose another password at ${origin}/login (Forgot Password), and set the second factor up again.`,
    ]),
  }),
} as const

function composeBody(name: string | undefined, paragraphs: readonly string[], ...signature: readonly string[]): string {
  return [name === undefined ? 'Hello,' : `Hello ${stripInvisible(name)},`, ...paragraphs, ...signature].join('\n\n')
}
