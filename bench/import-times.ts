import { setTimeout as pause } from 'node:timers/promises'
import { toolColumnTitles } from '#contract/cells/tool-cells.ts'
import type { ImportState } from '#contract/states/import-steps.ts'
import type { TestAccount } from '#test/open-shop.ts'
import { query } from './database.ts'
import { createLimitRow, formatNumber, type Row } from './table.ts'

type FilledTool = { _id: string; sku: string; name: string; price: number; minimum: number; available: number }

/**
 * Imports that many rows, half of them prices, a quarter stock and a quarter new tools, and takes them back, while one of
 * the tools is ordered again and again. Each time is from the request until the shop says that it is done.
 */
export async function measureImport(
  url: string,
  { admin, buyer }: { admin: TestAccount; buyer: TestAccount },
  rowCount: number,
): Promise<Row[]> {
  const { rows: tools } = await query<FilledTool>(
    url,
    `select id as _id, sku, name, price_cents / 100.0::float as price, minimum, available from tools
    where deleted_at is null and not discontinued and available >= minimum * 100 order by id limit $1`,
    [(rowCount * 3) / 4],
  )
  const file = buildFile(tools, rowCount / 4)
  const { client } = admin
  const params = { id: crypto.randomUUID() }
  const reach = async (id: string, state: ImportState) => {
    while ((await client.getImport({ params: { id } })).state !== state) await pause(20)
  }
  const measureSeconds = async (step: () => Promise<unknown>, state: ImportState, id: string = params.id) => {
    const start = performance.now()
    await step()
    await reach(id, state)
    return (performance.now() - start) / 1000
  }
  const checking = await measureSeconds(() => client.addImport({ params, form: { file } }), 'checked')
  const { counts, version } = await client.getImport({ params })
  if (counts.new + counts.changed !== rowCount) throw new Error(`rows at fault: ${JSON.stringify(counts)}`)
  const [ordered] = tools
  if (!ordered) throw new Error('no tool')
  const ordersWhileApplying = startOrdering(buyer, ordered)
  const applying = await measureSeconds(() => client.applyImport({ params, body: { version } }), 'applied')
  const { longestWaitMs, count, failed } = await ordersWhileApplying.stop()
  const { _id: undoId } = await client.undoImport({ params })
  const checkingUndo = await measureSeconds(async () => {}, 'checked', undoId)
  const undo = { params: { id: undoId } }
  const { version: undoVersion, keptCount } = await client.getImport(undo)
  const undoing = await measureSeconds(() => client.applyImport({ ...undo, body: { version: undoVersion } }), 'undone')
  if (keptCount > 0) throw new Error(`${keptCount} rows were not undone`)
  const rows = `${formatNumber(rowCount)} rows`
  return [
    { what: `a file of ${rows} uploaded and checked`, figure: `${formatNumber(checking)} s` },
    createLimitRow(`${rows} applied`, applying, 's', 60),
    {
      what: `the longest of ${count} orders of one of the tools and their cancellations meanwhile; ${failed} were not placed or not cancelled in time`,
      figure: `${formatNumber(longestWaitMs / 1000)} s`,
    },
    { what: `the undo of ${rows} checked`, figure: `${formatNumber(checkingUndo)} s` },
    createLimitRow(`${rows} undone`, undoing, 's', 60),
  ]
}

/** The first quarter of the tools is counted, the others change in price. */
function buildFile(tools: readonly FilledTool[], added: number): File {
  const { sku, name, price, minimum, available, brand, specifications, description } = toolColumnTitles
  const rows = [
    [sku, name, price, minimum, available, brand, specifications, description],
    ...tools.map((tool, index) =>
      index < added
        ? [tool.sku, '', '', '', String(tool.available + 50), '', '', '']
        : [tool.sku, '', (tool.price + 0.05).toFixed(2), '', '', '', '', ''],
    ),
    ...Array.from({ length: added }, (_, index) => [
      ...[`BENCH-${index}`, `Bench Saw B${index}`, '49.50', '10', '500', 'Norvane'],
      ...['"Power: 860 W\nWeight: 2 kg"', 'A saw of the bench.'],
    ]),
  ]
  return new File([rows.map(cells => cells.join()).join('\n')], 'bench.csv', { type: 'text/csv' })
}

function startOrdering(buyer: TestAccount, tool: FilledTool) {
  let [isRunning, longestWaitMs, count, failed] = [true, 0, 0, 0]
  const line = { toolId: tool._id, quantity: tool.minimum, price: tool.price }
  async function time<Result>(call: Promise<Result>): Promise<Result> {
    const start = performance.now()
    return call.finally(() => {
      longestWaitMs = Math.max(longestWaitMs, performance.now() - start)
    })
  }
  const orderAndCancel = async () => {
    count += 1
    const { orderId } = await time(buyer.client.checkOut({ body: { lines: [line], phone: '', address: '' } }))
    await time(buyer.client.cancelOrder({ params: { id: orderId } }))
  }
  const ordering = (async () => {
    while (isRunning)
      await orderAndCancel().catch(() => {
        failed += 1
      })
  })()
  return {
    async stop() {
      isRunning = false
      await ordering
      return { longestWaitMs, count, failed }
    },
  }
}
