import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { copyTemplateDatabase, environmentNames } from '#test/databases.ts'
import { PoolerWithoutTimeLimits } from './errors.ts'
import { openPostgres } from './postgres.ts'

const serverUrl = process.env[environmentNames.postgres]
const options = { skip: serverUrl ? false : 'needs PostgreSQL' }

let url: string
before(async () => {
  if (serverUrl) url = await copyTemplateDatabase(serverUrl)
})

const limits = ['statement_timeout', 'idle_in_transaction_session_timeout'] as const

/** Sets it for the database, as `alter role` does for a role. */
async function setForDatabase(name: (typeof limits)[number], value: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`alter database ${new URL(url).pathname.slice(1)} set ${name} = '${value}'`)
  await client.end()
}

const openBehindPooler = () => openPostgres(url, assert.fail, { directUrl: url })

test('behind a pooler a shop starts only if the role limits how long statements take', options, async () => {
  for (const name of limits) {
    await assert.rejects(openBehindPooler(), error => {
      assert.ok(error instanceof PoolerWithoutTimeLimits)
      assert.match(error.message, new RegExp(`^alter role "\\w+" set ${name} = '10s'$`))
      return true
    })
    await setForDatabase(name, '10s')
  }
  await (await openBehindPooler()).close()
})
