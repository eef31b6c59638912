// The guarded statement of `shop/orders/place-statement.ts` alone, in a process of its own, with the shop's driver and as many
// connections. It takes an `OrderLoad` as a message and answers with its `Outcome`.
import pg from 'pg'
import { computePercentiles, type Outcome } from './outcome.ts'

export interface OrderLoad {
  url: string
  plannedOrders: readonly { accountId: string; toolId: string }[]
  concurrency: number
  seconds: number
  withMail: boolean
  isPrepared: boolean
}

const order = `with reserved as (
  update tools set available = available - $1::int
  where id = $2 and deleted_at is null and price_cents = $3 and minimum <= $1 and available >= $1
  returning id, name, sku, price_cents
), placed as (
  insert into orders (account_id, title, line_count, line_words, total_cents, buyer_name, phone, address,
    expires_at)
  select $4::uuid, name, 1, name || ' ' || sku, price_cents * $1::int, $5, $6, $7, now() + interval '7 days' from reserved
  returning id
), line as (
  insert into order_lines (order_id, tool_id, position, sku, tool_name, quantity, price_cents)
  select placed.id, reserved.id, 1, sku, name, $1::int, price_cents from placed, reserved
)`
const mail = `, mail as (insert into outbox (kind, order_id) select 'order_placed', id from placed)`
const done = ' select id from placed'
const buyer = ['Bench Buyer', '555 0100', '1 Forge Lane']

const pools = new Map<string, pg.Pool>()
/** Goes on in the next load, so that all buyers order about as often. */
let sent = 0

process.on('message', async (load: OrderLoad) => process.send?.(await run(load)))

async function run({ url, plannedOrders, concurrency, seconds, withMail, isPrepared }: OrderLoad): Promise<Outcome> {
  const pool = pools.get(url) ?? new pg.Pool({ connectionString: url, max: 10 })
  pools.set(url, pool)
  const text = withMail ? order + mail + done : order + done
  const name = isPrepared ? `order ${withMail}` : undefined
  const times: number[] = []
  let refused = 0
  const cpu = process.cpuUsage()
  const start = performance.now()
  async function place() {
    while (performance.now() < start + seconds * 1000) {
      const plannedOrder = plannedOrders[sent++ % plannedOrders.length]
      const since = performance.now()
      const values = [1, plannedOrder?.toolId, 1000, plannedOrder?.accountId, ...buyer]
      const { rowCount } = await pool.query({ name, text, values })
      if (rowCount === 1) times.push(performance.now() - since)
      else refused += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, place))
  const { user, system } = process.cpuUsage(cpu)
  const statuses = { 200: times.length, 409: refused }
  const elapsed = (performance.now() - start) / 1000
  return { statuses, unanswered: 0, ...computePercentiles(times), seconds: elapsed, ownCpu: (user + system) / 1000 }
}
