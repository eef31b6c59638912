import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { openTestDatabase, variables } from '#test/databases.ts'
import { accounts } from './tables.ts'

const onPostgres = { skip: process.env[variables.postgres] ? false : 'needs PostgreSQL' }

test('a statement that writes is parsed once, one that reads each time', onPostgres, async () => {
  const { db, close } = await openTestDatabase()
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) {
    await db.insert(accounts).values({ email, name: 'Rita', emailVerified: false })
    await db.select().from(accounts).where(eq(accounts.email, email))
  }
  const { rows } = await db.execute(sql`
    select name, statement, generic_plans + custom_plans as uses from pg_prepared_statements`)
  const [prepared, ...others] = rows as { name: string; statement: string; uses: string }[]
  assert.deepEqual([prepared?.name, Number(prepared?.uses), others.length], ['s0', 3, 0])
  assert.match(prepared?.statement ?? '', /^insert into "accounts"/)
  await close()
})

test('a repeated key is refused as before, and the connection goes on', onPostgres, async () => {
  const { db, close } = await openTestDatabase()
  const rita = { email: 'rita@example.com', name: 'Rita', emailVerified: false }
  const add = () => db.insert(accounts).values(rita)
  await add()
  await assert.rejects(add(), ({ cause }: { cause: { code: string } }) => cause.code === '23505')
  await db.delete(accounts).where(eq(accounts.email, rita.email))
  await add()
  await close()
})
