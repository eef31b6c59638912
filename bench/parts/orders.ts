import type { Bench, Part } from '#bench/bench.ts'
import { addHistory, addPlannedOrders, type PlannedOrder } from '#bench/buyers.ts'
import { sendLoad, startLoadGenerator, startShop, startWorker } from '#bench/children.ts'
import type { OrderLoad } from '#bench/order-baseline.ts'
import { countResponses } from '#bench/outcome.ts'
import { connections, createComparison, measureInRounds, type Target } from '#bench/rounds.ts'

/** Orders by many buyers, against their guarded statement alone: of many tools, and all of one tool. */
export const measureOrders: Part = async bench => {
  const url = await bench.createDatabase()
  const shop = await startShop({ DATABASE_URL: url })
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
  const worker = startWorker('order-baseline.ts')
  const createBaseline = (plannedOrders: readonly PlannedOrder[], { isPrepared = false, withMail = true }): Target => ({
    pids: [worker.pid ?? 0, bench.postgresPid],
    run: seconds =>
      sendLoad(worker, {
        url,
        plannedOrders,
        concurrency: connections,
        seconds,
        withMail,
        isPrepared,
      } satisfies OrderLoad),
  })
  return [
    ...(await compare(bench, 'of many tools', createOrderTarget(plannedOrders), {
      'the bare statement': createBaseline(plannedOrders, {}),
      'the bare statement, prepared': createBaseline(plannedOrders, { isPrepared: true }),
      'the bare statement without the mail': createBaseline(plannedOrders, { withMail: false }),
    })),
    ...(await compare(bench, 'all of one tool', createOrderTarget(ofOneTool), {
      'the bare statement': createBaseline(ofOneTool, {}),
    })),
  ]
}

async function compare({ pace }: Bench, what: string, shop: Target, baselines: Record<string, Target>) {
  const [ours = [], ...measured] = await measureInRounds(pace, [shop, ...Object.values(baselines)])
  const names = Object.keys(baselines)
  return measured.flatMap((baseline, index) =>
    createComparison(`orders ${what}, baseline ${names[index]}`, ours, baseline, 0.5),
  )
}
