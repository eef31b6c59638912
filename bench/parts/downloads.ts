import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Part } from '#bench/bench.ts'
import { type Account, issueToken } from '#bench/buyers.ts'
import { startShop } from '#bench/children.ts'
import { query } from '#bench/database.ts'
import { createLimitRow, formatNumber, type Row } from '#bench/table.ts'

const fullCounts = { orders: 490, lists: 50, lines: 1_000 }
const quickCounts = { orders: 20, lists: 4, lines: 1_000 }

/** Personal data of large accounts, from a process that would end if it needed more than a gigabyte. */
export const measureDownloads: Part = async ({ pace, createDatabase }) => {
  const counts = pace.rounds === 1 ? quickCounts : fullCounts
  const url = await createDatabase()
  const { listOwners, orderOwner } = await addLargeAccounts(url, counts)
  const rows: Row[] = []
  for (const { what, callers, expectedLines } of [
    {
      what: `36 downloads at once, by 12 accounts with ${counts.lists} lists of 1,000 lines`,
      callers: [1, 2, 3].flatMap(() => listOwners),
      expectedLines: counts.lists * counts.lines,
    },
    {
      what: `3 downloads at once, by an account with ${counts.orders} orders of 1,000 lines`,
      callers: [1, 2, 3].map(() => orderOwner),
      expectedLines: counts.orders * counts.lines,
    },
  ]) {
    const shop = await startShop({ DATABASE_URL: url, RATE_LIMITS: 'off' }, ['--max-old-space-size=768'])
    const start = performance.now()
    const health = startHealthChecks(shop.origin)
    const files = await Promise.all(callers.map(caller => download(shop.origin, caller)))
    const worstMs = await health.stop()
    const failures = files.filter(file => file === undefined || countLines(file) !== expectedLines).length
    const each = `${formatNumber((files[0]?.byteLength ?? 0) / 1e6)} MB each`
    const seconds = formatNumber((performance.now() - start) / 1000)
    rows.push({
      ...createLimitRow(`${what} (${each}, ${seconds} s): slowest health check`, worstMs, 'ms', 300),
      failures,
    })
    rows.push({ ...createLimitRow('memory at its highest meanwhile', readPeakMemory(shop.pid), 'MB', 500), failures })
    await shop.stop()
  }
  return rows
}

async function addLargeAccounts(url: string, counts: typeof fullCounts) {
  const { rows: accounts } = await query<Account>(
    url,
    `insert into accounts (email, name, email_verified) select 'large' || n || '@example.com', 'Large Buyer', true
    from generate_series(1, 13) n returning id, email, name`,
  )
  const [orderOwner, ...listOwners] = accounts
  if (!orderOwner) throw new Error('No account was added.')
  await query(
    url,
    `insert into tools (name, image, price_cents, minimum, available, description, deleted_at)
    select 'Bench Screw ' || n, '/images/hand-saw-800.webp', 100, 1, 0, 'A screw of the bench.', now()
    from generate_series(1, $1::int) n`,
    [counts.lines],
  )
  const isTool = `name like 'Bench Screw %'`
  await query(
    url,
    `with added as (
      insert into saved_lists (account_id, name)
      select id, 'List ' || n from unnest($1::uuid[]) as id, generate_series(1, $2::int) n returning id
    )
    insert into saved_list_lines (list_id, tool_id, position, quantity, price_cents)
    select added.id, tools.id, row_number() over (partition by added.id), 1, 100 from added, tools where ${isTool}`,
    [listOwners.map(({ id }) => id), counts.lists],
  )
  await query(
    url,
    `with placed as (
      insert into orders (account_id, title, line_count, line_words, total_cents, buyer_name, phone, address, expires_at, state,
        cancelled_at)
      select $1, 'Screws', $3::int, '', 100 * $3::int, 'Large Buyer', '', '', now(), 'cancelled', now()
      from generate_series(1, $2::int) returning id
    )
    insert into order_lines (order_id, tool_id, position, sku, tool_name, quantity, price_cents)
    select placed.id, tools.id, row_number() over (partition by placed.id), '', name, 1, 100 from placed, tools where ${isTool}`,
    [orderOwner.id, counts.orders, counts.lines],
  )
  await query(url, 'analyze')
  return { orderOwner, listOwners }
}

/** Returns undefined if the connection breaks. */
async function download(origin: string, account: Account): Promise<Buffer | undefined> {
  const headers = { authorization: `Bearer ${await issueToken(account)}` }
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>()
  const chunks: Buffer[] = []
  get(`${origin}/api/personalData/${account.email}`, { headers }, response => {
    response.on('data', chunk => chunks.push(chunk))
    response.on('close', () =>
      resolve(response.complete && response.statusCode === 200 ? Buffer.concat(chunks) : undefined),
    )
  }).on('error', () => resolve(undefined))
  return promise
}

function countLines(file: Buffer): number {
  const { orders, lists } = JSON.parse(file.toString()) as Record<'orders' | 'lists', { lines: unknown[] }[]>
  return [...orders, ...lists].reduce((sum, { lines }) => sum + lines.length, 0)
}

function startHealthChecks(origin: string): { stop: () => Promise<number> } {
  let worstMs = 0
  const stopping = new AbortController()
  const check = async () => {
    while (!stopping.signal.aborted) {
      const start = performance.now()
      const isAlive = await fetch(`${origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
      worstMs = isAlive ? Math.max(worstMs, performance.now() - start) : Number.POSITIVE_INFINITY
      await pause(20)
    }
    return worstMs
  }
  const checks = check()
  return {
    stop() {
      stopping.abort()
      return checks
    },
  }
}

/** In megabytes (10⁶ bytes); infinite if the process has ended. */
function readPeakMemory(pid: number): number {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return (Number(kilobytes ?? Number.POSITIVE_INFINITY) * 1024) / 1e6
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
