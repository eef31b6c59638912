import { sql } from 'drizzle-orm'
import { maxChargeCents } from '#contract/limits.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { cartLines } from '#db/tables/carts.ts'
import { tools } from '#db/tables/catalogue.ts'
import { outbox } from '#db/tables/mails.ts'
import { orderLines, orders } from '#db/tables/orders.ts'
import { briefHoldMinutes, type HoldTerms, maxBriefLines, selectMaxBeyondCredit } from './hold-terms.ts'
import { isUnpaid } from './order-search.ts'

/** The parameters of `prepareOrderStatement` but `concurrentOrders`; one tool, quantity and shown price for each line. */
export interface OrderValues extends HoldTerms {
  toolIds: string[]
  quantities: number[]
  prices: number[]
  shownTotalCents: number
  buyerId: string
  buyerName: string
  phone: string
  address: string
  references: string[]
  poNumber: string
  note: string
  /** JSON. */
  shipTo: string | null
  billTo: string | null
  /** Of tools without a rate of their own. */
  taxPercent: number
  minTotalCents: number
  fromCart: boolean
  idempotencyKey: string | null
  requestHash: string | null
  /** Email of the admin who orders for the buyer. */
  placedBy: string | null
}

/**
 * Reserves all lines and inserts the order with its mail, or does nothing; `id` is then null. Locks tools in the order of
 * their ids, and computes their stock from the locked rows: PostgreSQL checks constraints of an update before it looks
 * whether the row has changed since the statement began. Locks the account's row, too: whoever closes it waits. It
 * counts as if `concurrentOrders` like it ran at once, of which none sees the others: without the locks of `lockForOrder`
 * many, with them one; what is beyond credit is placed with locks only. Some parameters stand in subqueries: where PostgreSQL
 * sees that they make the statement cheaper, it plans it anew for each order, which takes longer than the order.
 */
export function prepareOrderStatement(db: Db) {
  const value = sql.placeholder
  const buyerId = sql`${value('buyerId')}::uuid`
  const ipKey = sql`(select ${value('ipKey')}::text)`
  const poNumber = sql`${value('poNumber')}::text`
  const maxUnpaid = sql`${value('maxUnpaid')}::int`
  const maxUnpaidAtIp = sql`${value('maxUnpaidAtIp')}::int`
  const creditCents = sql`(select ${value('creditCents')}::bigint)`
  const concurrentOrders = sql`(select ${value('concurrentOrders')}::int)`
  const toolIds = sql`${value('toolIds')}::uuid[]`
  const limits = selectMaxBeyondCredit(sql`priced.tool_id`, buyerId, sql`(${ipKey} is not null)`)
  const requested = db.$with('requested', {}).as(sql`
    select tool_id, quantity, shown_cents, reference, position::int
    from unnest((select ${toolIds}), (select ${value('quantities')}::int[]), (select ${value('prices')}::int[]),
      (select ${value('references')}::text[]))
      with ordinality as line (tool_id, quantity, shown_cents, reference, position)`)
  const heldColumns = {
    unpaid: sql<number>`unpaid`.as('unpaid'),
    beyondCredit: sql<boolean>`beyond_credit`.as('beyond_credit'),
  }
  const held = db.$with('held', heldColumns).as(sql`
    select unpaid, beyond_credit,
      case when ${ipKey} is null then 0 else (select count(*)::int from ${orders} where ip_key = ${ipKey} and ${isUnpaid}) end as unpaid_at_ip
    from (
      select count(*)::int as unpaid, ${creditCents} is not null and coalesce(sum(total_cents), 0)
        + ${concurrentOrders} * ${value('shownTotalCents')}::bigint > ${creditCents} as beyond_credit
      from ${orders} where account_id = ${buyerId} and ${isUnpaid}
    ) own`)
  const buyer = db.$with('buyer', {}).as(sql`
    select from ${accounts} where id = ${buyerId} and closed_at is null for key share`)
  const locked = db.$with('locked', {}).as(sql`
    select * from ${tools} where id = any((select ${toolIds})::uuid[]) and deleted_at is null
    order by id for no key update`)
  const priced = db.$with('priced', {}).as(sql`
    select requested.*, locked.name, locked.sku, minimum, available, increment, price_cents as list_cents,
      coalesce(tax_percent, ${value('taxPercent')}::numeric) as tax_percent,
      unit_price(price_cents, price_breaks, quantity) as unit_cents
    from requested join locked on locked.id = tool_id`)
  const offered = db.$with('offered', {}).as(sql`
    select *, shown_cents in (list_cents, unit_cents)
      and minimum <= quantity and available >= quantity and quantity % increment = 0
      and (not beyond_credit or ${concurrentOrders} = 1 and quantity <= greatest(max_for_long, max_briefly)) as fits,
      coalesce(quantity > max_for_long, false) as held_briefly
    from priced cross join held left join lateral (${limits} where beyond_credit) limits on beyond_credit`)
  const total = db.$with('total', {}).as(sql`
    select sum(unit_cents::bigint * quantity) as total_cents, count(*)::int as line_count,
      bool_or(held_briefly) as held_briefly,
      min(name) filter (where position = 1) as first_name, string_agg(name || ' ' || sku, ' ' order by position) as words
    from offered having count(*) filter (where fits) = cardinality(${toolIds})
      and count(*) filter (where held_briefly) <= ${sql.raw(String(maxBriefLines))}`)
  const reserved = db.$with('reserved', {}).as(sql`
    update ${tools} set available = offered.available - quantity from offered cross join total
    where ${tools}.id = tool_id and total_cents between ${value('minTotalCents')}::int and ${maxChargeCents}
      and unpaid < ${maxUnpaid} and unpaid_at_ip < ${maxUnpaidAtIp} and exists (select from buyer)
    returning ${tools}.id`)
  const placed = db.$with('placed', {}).as(sql`
    insert into ${orders} (account_id, title, line_count, line_words, total_cents, buyer_name, phone, address,
      po_number, note, ship_to, bill_to, idempotency_key, request_hash, ip_key, beyond_credit, held_briefly, expires_at,
      placed_by)
    select ${buyerId}, first_name || case when line_count > 1 then ' and ' || line_count - 1 || ' more' else '' end,
      line_count, trim(words || ' ' || ${poNumber}), total_cents, ${value('buyerName')}, ${value('phone')},
      ${value('address')}, ${poNumber}, ${value('note')}, ${value('shipTo')}::jsonb, ${value('billTo')}::jsonb,
      ${value('idempotencyKey')}, ${value('requestHash')}, ${ipKey}, beyond_credit, held_briefly,
      now() + case when held_briefly then ${briefHoldMinutes} else ${value('holdMinutes')}::int end * interval '1 minute',
      ${value('placedBy')}
    from total cross join held where exists (select from reserved)
    returning id, number`)
  const lines = db.$with('lines', {}).as(sql`
    insert into ${orderLines} (order_id, tool_id, position, sku, tool_name, quantity, price_cents,
      reference, tax_percent)
    select placed.id, tool_id, position, sku, name, quantity, unit_cents, reference, tax_percent from placed cross join offered`)
  const uncarted = db.$with('uncarted', {}).as(sql`
    delete from ${cartLines} using placed, requested
    where (select ${value('fromCart')}::boolean) and account_id = ${buyerId} and ${cartLines}.tool_id = requested.tool_id`)
  const mail = db.$with('mail', {}).as(sql`
    insert into ${outbox} (kind, order_id) select 'order_placed', id from placed`)
  return db
    .with(requested, held, buyer, locked, priced, offered, total, reserved, placed, lines, uncarted, mail)
    .select({
      id: sql<string | null>`(select id from placed)`,
      number: sql<number | null>`(select number from placed)`,
      unpaid: held.unpaid,
      beyondCredit: held.beyondCredit,
    })
    .from(held)
    .prepare('place_order')
}

/** Orders near the same limits wait for one another, until the transaction ends. */
export async function lockForOrder(
  db: Db,
  { buyerId, ipKey, creditCents, toolIds }: Pick<OrderValues, 'buyerId' | 'ipKey' | 'creditCents' | 'toolIds'>,
): Promise<void> {
  // Tools share a few locks: PostgreSQL's table of locks has room for some thousands in all.
  const ofTools = creditCents === null ? [] : toolIds.map(id => `tools ${id.slice(-2)}`)
  const names = [buyerId, ...(ipKey === null ? [] : [ipKey]), ...ofTools]
  // In the same order everywhere: no two orders wait for each other.
  await db.execute(sql`
    select pg_advisory_xact_lock(key)
    from (select distinct hashtextextended(name, 0) as key from unnest(${sql.param(names)}::text[]) as names (name)
      order by key) keys`)
}
