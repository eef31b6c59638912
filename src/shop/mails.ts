import { type SQL, sql } from 'drizzle-orm'
import { formatMoney } from '#contract/money.ts'
import { formatQuantity } from '#contract/quantity.ts'
import { accounts, outbox } from '#db/tables.ts'
import type { Shop } from './shop.ts'

/** What a buyer is told of an order by mail. */
export interface Letter {
  subject: string
  body: string
}

interface Sale {
  toolName: string
  quantity: number
  priceCents: number
  totalCents: number
  buyerName: string
  address: string
}

/** Stands for the tool's name in the letter of an order that is only being placed; nobody can type it. */
export const toolToCome = '\0'

const dollars = (cents: number) => formatMoney(cents / 100)
const what = ({ quantity, toolName }: Sale) => `${formatQuantity(quantity)} of ${toolName}`

const cancelledBy = { buyer: ', as you asked', shop: ' by the shop' } as const

export const letters = {
  confirmed: ({ site }: Shop, sale: Sale) =>
    letter(site, sale, `Your order of ${sale.toolName}`, [
      `thank you for your order: ${what(sale)} at ${dollars(sale.priceCents)} each, ${dollars(sale.totalCents)} in all.`,
      `The pieces are set aside for you. Please pay for them under My Orders: ${site.origin}/dashboard`,
      ...(sale.address === '' ? [] : [`Then they are sent to:\n${sale.address}`]),
    ]),
  paid: ({ site }: Shop, sale: Sale, transactionId: string) =>
    letter(site, sale, `Payment received for your order of ${sale.toolName}`, [
      `your payment of ${dollars(sale.totalCents)} for ${what(sale)} has arrived.`,
      `Your transactionId is: ${transactionId}`,
      'We write again when the order is on its way.',
    ]),
  shipped: ({ site }: Shop, sale: Sale) =>
    letter(site, sale, `Your order of ${sale.toolName} is on its way`, [
      `your order of ${what(sale)} has been shipped.`,
      ...(sale.address === '' ? [] : [`It goes to:\n${sale.address}`]),
    ]),
  cancelled: ({ site }: Shop, sale: Sale, by: 'buyer' | 'shop' | undefined) =>
    letter(site, sale, `Your order of ${sale.toolName} is cancelled`, [
      `your order of ${what(sale)} is cancelled${by ? cancelledBy[by] : ''}. Nothing was charged.`,
      `Everything that is in stock: ${site.origin}/shop`,
    ]),
  refunded: ({ site }: Shop, sale: Sale, transactionId: string) =>
    letter(site, sale, `Your payment for ${sale.toolName} goes back to you`, [
      `your payment of ${dollars(sale.totalCents)} came when the order of ${what(sale)} could not take it any more.`,
      'The money goes back to your card.',
      `The transactionId is: ${transactionId}`,
    ]),
} as const

function letter({ name }: Shop['site'], { buyerName }: Sale, subject: string, paragraphs: readonly string[]): Letter {
  return { subject, body: [`Hello ${buyerName},`, ...paragraphs, name].join('\n\n') }
}

/**
 * The part of a statement that puts the letter into the outbox, for the buyer of each order that its part `changed`
 * returned with `account_id` and `tool_name`.
 */
export function posted(changed: SQL, { subject, body }: Letter): SQL {
  return sql`posted as (${posting(changed, { subject: sql`${subject}::text`, body: sql`${body}::text` })})`
}

/** The same with texts that PostgreSQL makes. */
export function posting(changed: SQL, { subject, body }: Record<keyof Letter, SQL>): SQL {
  return sql`
    insert into ${outbox} (recipient, subject, body)
    select ${accounts.email}, ${subject}, ${body}
    from ${changed} join ${accounts} on ${accounts.id} = account_id`
}
