import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { openTestDatabase } from '#test/databases.ts'
import { accounts } from './tables/accounts.ts'

test('each statement is reported when it ends, also in transactions and when it fails, without its values', async () => {
  const statements: string[] = []
  const { db, close } = await openTestDatabase((statement, milliseconds) => {
    assert.ok(milliseconds >= 0)
    statements.push(statement)
  })
  const recordStatements = async (work: Promise<unknown>) => {
    statements.length = 0
    await work
    return statements.filter(statement => statement.includes('accounts'))
  }
  const rita = { email: 'rita@example.com', name: 'Rita', emailVerified: false }
  const inserted = await recordStatements(db.insert(accounts).values(rita))
  assert.equal(inserted.length, 1)
  assert.match(inserted[0] ?? '', /^insert into "accounts" .*\$1/)
  assert.equal((await recordStatements(db.select().from(accounts).where(eq(accounts.email, rita.email)))).length, 1)
  assert.equal((await recordStatements(db.transaction(tx => tx.select().from(accounts)))).length, 1)
  assert.equal(
    (
      await recordStatements(
        db
          .insert(accounts)
          .values(rita)
          .catch(() => {}),
      )
    ).length,
    1,
  )
  assert.equal((await recordStatements(db.execute(sql`select ${'Rita'}::text from accounts limit 1`))).length, 1)
  assert.ok(statements.every(statement => !statement.includes('Rita') && !statement.includes('rita@')))
  await close()
})
