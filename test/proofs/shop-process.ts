import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '#db/open.ts'
import { openPostgres } from '#db/postgres.ts'
import type { Shop } from '#shop/shop.ts'
import { createDatabase } from '#test/databases.ts'
import { openShop } from '#test/open-shop.ts'

export interface ShopProcess {
  pid: number
  origin: string
  said: { err: string }
  /** Sends the signal and resolves with the exit code at the end of the process. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** The real server as a process of its own; resolves once it serves. */
export async function startShop(environment: Record<string, string>): Promise<ShopProcess> {
  const child = spawn(process.execPath, ['dist/server.js', 'demo'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, ...environment },
  })
  running.add(child)
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', text => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    said.err += text
  })
  const exit = once(child, 'exit').finally(() => running.delete(child))
  const early = exit.then(() => Promise.reject(new Error(`The shop did not start: ${said.err}`)))
  early.catch(() => {})
  while (!said.out.includes('buyer')) await Promise.race([once(child.stdout, 'data'), early])
  return {
    pid: child.pid ?? 0,
    origin: `http://127.0.0.1:${environment.PORT}`,
    said,
    async end(signal) {
      child.kill(signal)
      const [code]: (number | null)[] = await exit
      return code ?? null
    },
  }
}

/** Where a shop keeps what it keeps, and a way to look into it while the shop is down. */
export interface Ground {
  environment: Record<string, string>
  inspect: <T>(look: (shop: Shop) => Promise<T>) => Promise<T>
  remove: () => void
}

/** A database of its own: on that PostgreSQL server or, without one, embedded. */
export async function newGround(server: string | undefined): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'ironmonger-proof-'))
  const url = server && (await createDatabase(server))
  const open = () => (url ? openPostgres(url, () => {}) : openEmbedded(folder))
  return {
    environment: { DATA_DIR: folder, RATE_LIMITS: 'off', ...(url && { DATABASE_URL: url }) },
    async inspect(look) {
      const { store } = await openShop({}, await open())
      return look(store.shop).finally(store.close)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
