import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { openTestDatabase } from '#test/databases.ts'
import { accounts } from './tables.ts'

test('each statement is told when it ends, in transactions, too, and where it fails, without its values', async () => {
  const told: string[] = []
  const { db, close } = await openTestDatabase((statement, milliseconds) => {
    assert.ok(milliseconds >= 0)
    told.push(statement)
  })
  const heard = async (work: Promise<unknown>) => {
    told.length = 0
    await work
    return told.filter(statement => statement.includes('accounts'))
  }
  const rita = { email: 'rita@example.com', name: 'Rita', emailVerified: false }
  const inserted = await heard(db.insert(accounts).values(rita))
  assert.equal(inserted.length, 1)
  assert.match(inserted[0] ?? '', /^insert into "accounts" .*\$1/)
  assert.equal((await heard(db.select().from(accounts).where(eq(accounts.email, rita.email)))).length, 1)
  assert.equal((await heard(db.transaction(tx => tx.select().from(accounts)))).length, 1)
  assert.equal(
    (
      await heard(
        db
          .insert(accounts)
          .values(rita)
          .catch(() => {}),
      )
    ).length,
    1,
  )
  assert.equal((await heard(db.execute(sql`select ${'Rita'}::text from accounts limit 1`))).length, 1)
  assert.ok(told.every(statement => !statement.includes('Rita') && !statement.includes('rita@')))
  await close()
})
