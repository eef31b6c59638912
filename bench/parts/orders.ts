import type { Bench, Part } from '#bench/bench.ts'
import { fillSales, type Sale } from '#bench/buyers.ts'
import { ask, startGenerator, startShop, startWorker } from '#bench/children.ts'
import type { Sales } from '#bench/order-baseline.ts'
import { compared, connections, inRounds, type Target } from '#bench/rounds.ts'

/** Orders by many buyers, against the statement that places them alone: of many tools, and all of one. */
export const orders: Part = async bench => {
  const url = await bench.newDatabase()
  const shop = await startShop({ DATABASE_URL: url })
  const generate = startGenerator()
  const sales = await fillSales(url)
  const ofOneTool = await fillSales(url, 1)
  const ordering = (sales: readonly Sale[]): Target => {
    const load = { port: shop.port, requests: sales.map(({ request }) => request), connections }
    return { pids: [shop.pid, bench.postgres], run: seconds => generate({ ...load, seconds }) }
  }
  const worker = startWorker('order-floor.ts')
  const floor = (sales: readonly Sale[], { isPrepared = false, withLetter = true }): Target => ({
    pids: [worker.pid ?? 0, bench.postgres],
    run: seconds => ask(worker, { url, sales, atOnce: connections, seconds, withLetter, isPrepared } satisfies Sales),
  })
  return [
    ...(await measured(bench, 'of many tools', ordering(sales), {
      'its statement': floor(sales, {}),
      'its statement, prepared': floor(sales, { isPrepared: true }),
      'its statement without the letter': floor(sales, { withLetter: false }),
    })),
    ...(await measured(bench, 'all of one tool', ordering(ofOneTool), { 'its statement': floor(ofOneTool, {}) })),
  ]
}

async function measured({ pace }: Bench, what: string, shop: Target, floors: Record<string, Target>) {
  const [ours = [], ...bare] = await inRounds(pace, [shop, ...Object.values(floors)])
  const names = Object.keys(floors)
  return bare.flatMap((floor, index) => compared(`orders ${what}, floor ${names[index]}`, ours, floor, 0.5))
}
