import { sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { tools as toolTable } from '#db/tables/catalogue.ts'

export interface ShopSize {
  tools: number
  orders: number
  accounts: number
}

const firstNames = ['Ada', 'Bruno', 'Carla', 'Deepa', 'Emil', 'Fatou', 'Goran', 'Hanna', 'Ivo', 'June', 'Kofi', 'Lena']
const lastNames = ['Anders', 'Brandt', 'Castillo', 'Dvorak', 'Eze', 'Fischer', 'Greco', 'Holm', 'Ito', 'Jansen', 'Kaya']

/**
 * Adds that many tools, accounts and orders, the same ones each time, and updates the planner's statistics. Words of tools are
 * the seed's, some frequent and some rare, with a model number that only one has. The shop's first account has 2,000
 * orders, or a tenth of them all; the others have as many as each other. One order is placed a minute, up to now; unpaid ones expire in a week. Of a
 * hundred 90 are shipped, 3 paid and 5 cancelled; of a hundred tools 3 are out of stock.
 */
export async function fillShop(db: Db, { tools, orders, accounts }: ShopSize): Promise<void> {
  const seeded = await db.select().from(toolTable).orderBy(toolTable.id)
  const words = [...new Set(seeded.flatMap(tool => tool.name.split(' ')))].filter(word => /^[A-Za-z]{3,}$/.test(word))
  await db.transaction(async tx => {
    await tx.execute(sql`select setseed(0.5)`)
    await tx.execute(sql`
      insert into tools (name, image, price_cents, minimum, available, description, brand_id, category_id)
      select ${pick(words, sql`power(random(), 2)`)} || ' ' || ${pick(words)} || ' ' || ${pick(words)} || ' M' || n,
        '/images/claw-hammer-800.webp', 100 + floor(power(random(), 3) * 99900), 10,
        case when random() < 0.03 then floor(random() * 10) else 10 + floor(random() * 100000) end,
        ${pick(seeded.map(tool => tool.description))},
        (select id from brands order by id offset n % 6 limit 1),
        (select id from categories where parent_id is not null order by id offset n % 8 limit 1)
      from generate_series(1, ${tools}::int) n`)
    await tx.execute(sql`
      insert into tool_specifications (tool_id, position, name, value, unit, name_slug, value_slug, number)
      select id, position, name, value, unit, lower(replace(name, ' ', '-')), rtrim(lower(value || '-' || unit), '-'),
        case when unit <> '' then value::int end
      from (select id, row_number() over (order by id) as n from tools) as numbered, lateral (values
        (1, 'Power', (n % 19 * 100 + 300)::text, 'W'),
        (2, 'Power source', case when n % 3 = 0 then 'Battery' else 'Corded' end, ''),
        (3, 'Weight', (n % 40 + 1)::text, 'kg')
      ) as specification (position, name, value, unit)
      on conflict do nothing`)
    await tx.execute(sql`
      insert into accounts (email, name, email_verified, role, created_at)
      select lower(replace(name, ' ', '.')) || n || '@example.com', name, true,
        case when n % 1000 = 7 then 'admin' else 'customer' end,
        now() - (1 - n::float8 / ${accounts}::int) * ${orders}::int * interval '1 minute'
      from (select n, ${pick(firstNames)} || ' ' || ${pick(lastNames)} as name
        from generate_series(1, ${accounts}::int) n) as people`)
    await tx.execute(sql`
      with planned as (
        select new_id() as order_id, n, quantity, step, tool.id as tool_id, tool.name as tool_name, sku, price_cents,
          account.id as account_id, account.name as buyer_name
        from (select n, 10 + floor(random() * 20)::int as quantity,
            1 + floor(power(random(), 2) * ${tools}::int)::int as tool_number,
            case when n <= least(2000, ${orders}::int / 10) then 1 else n % ${accounts}::int + 1 end as account_number,
            ${pick(steps)} as step
          from generate_series(1, ${orders}::int) n) as sold
        join (select row_number() over (order by id) as number, * from tools) as tool on tool.number = tool_number
        join (select row_number() over (order by id) as number, * from accounts) as account
          on account.number = account_number
      ), placed as (
        insert into orders (id, account_id, title, line_count, line_words, total_cents, buyer_name, phone, address,
          state, transaction_id, created_at, confirmed_at, paid_at, fulfilment, shipped_at, cancelled_at, expires_at)
        select order_id, account_id, tool_name, 1, tool_name || ' ' || sku, price_cents * quantity, buyer_name, '555 0100',
          n || ' Forge Lane', case when step in ('paid', 'shipped') then 'confirmed' else step end,
          case when step in ('paid', 'shipped') then 'pi_fill' || n end,
          time, case when step in ('paid', 'shipped') then least(time + interval '1 hour', now()) end,
          case when step in ('paid', 'shipped') then least(time + interval '1 hour', now()) end,
          case when step = 'shipped' then 'shipped' else 'open' end,
          case when step = 'shipped' then least(time + interval '1 day', now()) end,
          case when step = 'cancelled' then least(time + interval '1 hour', now()) end,
          case when step = 'placed' then now() else time end + interval '7 days'
        from planned, lateral (select now() - (${orders}::int - n) * interval '1 minute') as placed_at (time)
      )
      insert into order_lines (order_id, tool_id, position, sku, tool_name, quantity, price_cents)
      select order_id, tool_id, 1, sku, tool_name, quantity, price_cents from planned`)
    await tx.execute(sql`
      update stock_adjustments set delta = delta + sold, created_at = now() - ${orders}::int * interval '1 minute'
      from (
        select tool_id, sum(quantity) as sold from order_lines join orders on orders.id = order_id
        where state = 'confirmed' group by tool_id
      ) as ordered
      where ordered.tool_id = stock_adjustments.tool_id`)
    await tx.execute(sql`
      insert into reviews (account_id, name, email, city, rating, comment, img)
      select id, name, email, 'Sheffield', 5, 'Good steel.', '/images/avatars/r01.svg' from accounts limit ${accounts / 10}`)
  })
  await db.execute(sql`vacuum (analyze) tools`)
  await db.execute(sql`vacuum (analyze) tool_search`)
  await db.execute(sql`vacuum (analyze) tool_words`)
  await db.execute(sql`vacuum (analyze) tool_specifications`)
  await db.execute(sql`vacuum (analyze) accounts`)
  await db.execute(sql`vacuum (analyze) orders`)
  await db.execute(sql`vacuum (analyze) order_lines`)
  await db.execute(sql`vacuum (analyze) stock_adjustments`)
}

const steps = [
  ...Array<string>(90).fill('shipped'),
  ...Array<string>(3).fill('paid'),
  ...Array<string>(2).fill('placed'),
  ...Array<string>(5).fill('cancelled'),
]

/** One of the texts, by a number from 0 to 1. */
const pick = (texts: readonly string[], number = sql`random()`) =>
  sql`(array[${sql.join(
    texts.map(text => sql`${text}::text`),
    sql`, `,
  )}])[1 + floor(${number} * ${texts.length}::int)::int]`
