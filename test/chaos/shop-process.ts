import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { openPglite } from '#db/pglite.ts'
import { openPostgres } from '#db/postgres.ts'
import type { Shop } from '#shop/shop.ts'
import { copyTemplateDatabase, createDataFolder } from '#test/databases.ts'
import { openShop } from '#test/open-shop.ts'
import { startServer } from '#test/server-process.ts'
import { withDeadline } from '#test/wait-until.ts'

export interface ShopProcess {
  pid: number
  origin: string
  output: { err: string }
  /** Sends the signal and resolves with the exit code at the end of the process. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

export async function startShop(environment: Record<string, string>): Promise<ShopProcess> {
  const { child, output, origin } = await startServer(environment)
  const exit = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    origin,
    output: output,
    async end(signal) {
      child.kill(signal)
      const [code]: (number | null)[] = await withDeadline(exit, 'the server exits', 60_000)
      return code ?? null
    },
  }
}

/** The database and the folder of a shop, and access to them while the shop is down. */
export interface ShopStorage {
  environment: Record<string, string>
  inspect: <T>(look: (shop: Shop) => Promise<T>, settings?: Record<string, string>) => Promise<T>
  remove: () => void
}

export async function createStorage(serverUrl: string | undefined): Promise<ShopStorage> {
  const folder = createDataFolder()
  const url = serverUrl && (await copyTemplateDatabase(serverUrl))
  const open = () => (url ? openPostgres(url, () => {}) : openPglite(folder))
  return {
    environment: { DATA_DIR: folder, RATE_LIMITS: 'off', ...(url && { DATABASE_URL: url }) },
    async inspect(look, settings = {}) {
      const { app } = await openShop(settings, { database: await open() })
      return look(app.shop).finally(app.close)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
