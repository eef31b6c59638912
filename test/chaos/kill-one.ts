import { readFileSync } from 'node:fs'
import type { AddedTool } from '#test/open-shop.ts'
import { isTrueWithin } from './attack-result.ts'
import { type RemoteAccount, renewToken } from './load-client.ts'
import { startPersistentBuyers } from './persistent-load.ts'
import type { Purchase } from './purchase.ts'
import { startShop } from './shop-process.ts'

/** Kills one of two processes that share a port while buyers order; each repeats a failed request until it succeeds. */
export async function killOneOfTwo(
  environment: Record<string, string>,
  people: { admin: RemoteAccount; buyers: readonly RemoteAccount[] },
  tool: AddedTool,
): Promise<{ purchases: readonly Purchase[]; violations: string[] }> {
  const shop = await startShop({ ...environment, PROCESSES: '2' })
  const listWorkers = () =>
    readFileSync(`/proc/${shop.pid}/task/${shop.pid}/children`, 'utf8').trim().split(' ').map(Number)
  const violations: string[] = []
  if (!(await isTrueWithin(() => listWorkers().length === 2))) violations.push('not two workers')
  const admin = await renewToken(shop.origin, people.admin)
  const buyers = await Promise.all(people.buyers.map(account => renewToken(shop.origin, account)))
  const load = startPersistentBuyers(shop.origin, { admin, buyers }, tool)
  await isTrueWithin(() => load.countDone() > 4)
  const [victim = 0] = listWorkers()
  process.kill(victim, 'SIGKILL')
  if (!(await isTrueWithin(() => !listWorkers().includes(victim) && listWorkers().length === 2)))
    violations.push('not replaced')
  const before = load.countDone()
  await isTrueWithin(() => load.countDone() > before + 4)
  violations.push(...(await load.stop()))
  if ((await shop.end('SIGTERM')) !== 0) violations.push(`did not stop: ${shop.output.err}`)
  return { purchases: load.purchases, violations }
}
