import type { Bench, Part } from '#bench/bench.ts'
import { fillSales, type Sale } from '#bench/buyers.ts'
import { sendLoad, startLoadGenerator, startShop, startWorker } from '#bench/children.ts'
import type { Sales } from '#bench/order-baseline.ts'
import { connections, createComparison, measureInRounds, type Target } from '#bench/rounds.ts'

/** Orders by many buyers, against their guarded statement alone: of many tools, and all of one tool. */
export const measureOrders: Part = async bench => {
  const url = await bench.createDatabase()
  const shop = await startShop({ DATABASE_URL: url })
  const generate = startLoadGenerator()
  const sales = await fillSales(url)
  const ofOneTool = await fillSales(url, 1)
  const createOrders = (sales: readonly Sale[]): Target => {
    const load = { port: shop.port, requests: sales.map(({ request }) => request), connections }
    return { pids: [shop.pid, bench.postgres], run: seconds => generate({ ...load, seconds }) }
  }
  const worker = startWorker('order-baseline.ts')
  const createBaseline = (sales: readonly Sale[], { isPrepared = false, withMail = true }): Target => ({
    pids: [worker.pid ?? 0, bench.postgres],
    run: seconds =>
      sendLoad(worker, { url, sales, concurrency: connections, seconds, withMail, isPrepared } satisfies Sales),
  })
  return [
    ...(await compare(bench, 'of many tools', createOrders(sales), {
      'its statement': createBaseline(sales, {}),
      'its statement, prepared': createBaseline(sales, { isPrepared: true }),
      'its statement without the mail': createBaseline(sales, { withMail: false }),
    })),
    ...(await compare(bench, 'all of one tool', createOrders(ofOneTool), {
      'its statement': createBaseline(ofOneTool, {}),
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
