// Places or confirms orders of one line in a process of its own, by the shop's code or by one bare statement, with the shop's
// driver and as many connections. It takes an `OrderLoad` as a message and answers with its `Outcome`.
import pg from 'pg'
import type { Database } from '#db/database.ts'
import { openPostgres } from '#db/postgres.ts'
import { confirmOrder } from '#shop/orders/confirm-order.ts'
import { lockOrderIncludingCancelled } from '#shop/orders/order-state.ts'
import { shopScope } from '#shop/orders/scope.ts'
import { computePercentiles, type Outcome } from './outcome.ts'

export interface OrderLoad {
  url: string
  plannedOrders: readonly { accountId: string; toolId: string }[]
  concurrency: number
  seconds: number
  step: keyof typeof steps
}

type PlannedOrder = OrderLoad['plannedOrders'][number] & { orderId: string }
/** True if it was done. */
type Run = (connection: Connection, order: PlannedOrder) => Promise<boolean>

interface Connection {
  pool: pg.Pool
  database: Database
}

const insertOrder = `with sold as (
  select id, name, sku, price_cents from tools where id = $1 and deleted_at is null and available >= minimum
), placed as (
  insert into orders (account_id, title, line_count, line_words, total_cents, buyer_name, phone, address, expires_at)
  select $2::uuid, name, 1, name || ' ' || sku, price_cents, 'Bench Buyer', '555 0100', '1 Forge Lane',
    now() + interval '7 days' from sold
  returning id
), line as (
  insert into order_lines (order_id, tool_id, position, sku, tool_name, quantity, price_cents)
  select placed.id, sold.id, 1, sku, name, 1, price_cents from placed, sold
), mail as (
  insert into outbox (kind, order_id) select 'order_placed', id from placed
) select id from placed`

const takeAndConfirm = `with taken as (
  update tools set available = available - 1 where id = $1 and available >= 1 returning id
) update orders set state = 'confirmed', confirmed_at = clock_timestamp(), transaction_id = 'pi_' || id
  where id = $2 and state = 'placed' and exists (select from taken)`

const steps = {
  'place by a bare statement': async ({ pool }, { toolId, accountId }) => {
    const { rowCount } = await pool.query({ name: 'place', text: insertOrder, values: [toolId, accountId] })
    return rowCount === 1
  },
  'confirm by a bare statement': async ({ pool }, { toolId, orderId }) => {
    const { rowCount } = await pool.query({ name: 'confirm', text: takeAndConfirm, values: [toolId, orderId] })
    return rowCount === 1
  },
  'confirm by the shop': async ({ database }, { orderId }) =>
    database.db.transaction(async db => {
      const order = await lockOrderIncludingCancelled(db, shopScope, orderId)
      return (await confirmOrder(db, order, { transactionId: `pi_${orderId}` })).length === 0
    }),
} satisfies Record<string, Run>

const connections = new Map<string, Promise<Connection>>()
/** Goes on in the next load, so that all buyers order about as often. */
let sent = 0
/** Confirmed in a second by nothing that is measured here. */
const fastest = 6_000

process.on('message', async (load: OrderLoad) => process.send?.(await run(load)))

async function connect(url: string): Promise<Connection> {
  return { pool: new pg.Pool({ connectionString: url, max: 10 }), database: await openPostgres(url, () => {}) }
}

async function run({ url, plannedOrders, concurrency, seconds, step }: OrderLoad): Promise<Outcome> {
  const opened = connections.get(url) ?? connect(url)
  connections.set(url, opened)
  const connection = await opened
  const orders = step.startsWith('place')
    ? plannedOrders.map(order => ({ ...order, orderId: '' }))
    : await addPlacedOrders(connection, plannedOrders, seconds * fastest)
  const times: number[] = []
  let refused = 0
  const cpu = process.cpuUsage()
  const start = performance.now()
  async function work() {
    while (performance.now() < start + seconds * 1000) {
      const order = orders[sent++ % orders.length]
      const since = performance.now()
      if (order && (await steps[step](connection, order))) times.push(performance.now() - since)
      else refused += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  const { user, system } = process.cpuUsage(cpu)
  const statuses = { 200: times.length, 409: refused }
  const elapsed = (performance.now() - start) / 1000
  return { statuses, unanswered: 0, ...computePercentiles(times), seconds: elapsed, ownCpu: (user + system) / 1000 }
}

async function addPlacedOrders(
  { pool }: Connection,
  plannedOrders: OrderLoad['plannedOrders'],
  count: number,
): Promise<PlannedOrder[]> {
  const some = Array.from({ length: count }, (_, index) => plannedOrders[(sent + index) % plannedOrders.length])
  const { rows } = await pool.query<PlannedOrder>(
    `with planned as materialized (
      select new_id() as id, account_id, tool_id from unnest($1::uuid[], $2::uuid[]) as planned (account_id, tool_id)
    ), placed as (
      insert into orders (id, account_id, title, line_count, line_words, total_cents, buyer_name, phone, address, expires_at)
      select id, account_id, 'Bench Saw', 1, 'Bench Saw', 1000, 'Bench Buyer', '', '', now() + interval '7 days' from planned
    ), line as (
      insert into order_lines (order_id, tool_id, position, sku, tool_name, quantity, price_cents)
      select id, tool_id, 1, 'BENCH', 'Bench Saw', 1, 1000 from planned
    ) select id as "orderId", account_id as "accountId", tool_id as "toolId" from planned`,
    [some.map(order => order?.accountId), some.map(order => order?.toolId)],
  )
  // The planner takes another index where it believes that no order is placed.
  await pool.query('analyze orders')
  return rows
}
