import type { Bench, Part } from '#bench/bench.ts'
import { addHistory, addPlannedOrders, type PlannedOrder } from '#bench/buyers.ts'
import { sendLoad, startLoadGenerator, startShop, startWorker } from '#bench/children.ts'
import type { OrderLoad } from '#bench/order-steps.ts'
import { countResponses } from '#bench/outcome.ts'
import { computeMedianOf, connections, createComparison, measureInRounds, type Target } from '#bench/rounds.ts'
import { createFloorRow } from '#bench/table.ts'

/** Orders that many buyers place and confirm, of many tools and all of one tool, against one bare statement for each. */
export const measureOrders: Part = async bench => {
  const url = await bench.createDatabase()
  const shop = await startShop({ DATABASE_URL: url, TRUSTED_PROXIES: '1' })
  const generate = startLoadGenerator()
  const plannedOrders = await addPlannedOrders(url)
  const ofOneTool = await addPlannedOrders(url, 1)
  await addHistory(url, [...plannedOrders, ...ofOneTool])
  const createOrderTarget = (plannedOrders: readonly PlannedOrder[]): Target => {
    const requests = plannedOrders.map(({ request }) => request)
    return {
      pids: [shop.pid, bench.postgresPid],
      async run(seconds) {
        const outcome = await generate({ port: shop.port, requests, connections, seconds })
        // The next load goes on with the buyers after those, so that all order about as often.
        requests.push(...requests.splice(0, countResponses(outcome)))
        return outcome
      },
    }
  }
  const worker = startWorker('order-steps.ts')
  const createStep = (plannedOrders: readonly PlannedOrder[], step: OrderLoad['step']): Target => ({
    pids: [worker.pid ?? 0, bench.postgresPid],
    run: seconds =>
      sendLoad(worker, { url, plannedOrders, concurrency: connections, seconds, step } satisfies OrderLoad),
  })
  const rows = []
  for (const [what, some] of [
    ['of many tools', plannedOrders],
    ['all of one tool', ofOneTool],
  ] as const) {
    const placing = [createOrderTarget(some), createStep(some, 'place by a bare statement')] as const
    rows.push(...(await compare(bench, `orders placed, ${what}`, placing, 200)))
    const confirming = ['confirm by the shop', 'confirm by a bare statement'] as const
    const [ours, baseline] = confirming.map(step => createStep(some, step)) as [Target, Target]
    rows.push(...(await compare(bench, `orders confirmed, ${what}`, [ours, baseline], 200)))
  }
  return rows
}

async function compare({ pace }: Bench, what: string, targets: readonly [Target, Target], perSecond: number) {
  const [ours = [], bare = []] = await measureInRounds(pace, targets)
  return [
    ...createComparison(`${what}, baseline a bare statement`, ours, bare, 0.1),
    createFloorRow(what, computeMedianOf(ours, 'perSecond'), 'a second', perSecond),
  ]
}
