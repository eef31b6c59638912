import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { copyTemplateDatabase } from '#test/databases.ts'
import { fillDemoShop } from '#test/open-shop.ts'
import { startPostgres } from '#test/postgres.ts'
import { openForwarder, replacePort } from '#test/tcp-forwarder.ts'

export interface ReplicatedDatabase {
  /** URL of a demo shop's database at a stable address. */
  url: string
  /** URL of the same at the replica. */
  replicaUrl: string
  crashPrimary: () => Promise<void>
  /** Moves the address to the replica, which only reads until `promote`. */
  moveAddress: () => void
  promote: () => Promise<void>
  remove: () => Promise<void>
}

/** A primary with a synchronous replica, behind one address. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const primary = await startPostgres(18, { synchronous_commit: 'on' })
  await fillDemoShop(primary.url)
  const replica = await primary.startReplica()
  await runStatements(primary.url, "alter system set synchronous_standby_names = 'replica'", 'select pg_reload_conf()')
  const url = await copyTemplateDatabase(primary.url)
  const address = await openForwarder(getPort(url))
  return {
    url: replacePort(url, address.port),
    replicaUrl: replacePort(url, getPort(replica.url)),
    crashPrimary: primary.crash,
    moveAddress: () => address.moveTo(getPort(replica.url)),
    promote: () => runStatements(replica.url, 'select pg_promote()'),
    async remove() {
      address.close()
      await replica.remove()
      await primary.remove()
    },
  }
}

/** A second in which the address leads to a server that only reads. */
export async function failOver(database: ReplicatedDatabase, whileReadOnly = async () => {}): Promise<void> {
  await database.crashPrimary()
  database.moveAddress()
  await pause(1_000)
  await whileReadOnly()
  await database.promote()
}

export async function runStatements(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const getPort = (url: string) => Number(new URL(url).port)
