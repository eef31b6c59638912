import type { Part } from '#bench/bench.ts'
import { issueDemoToken } from '#bench/buyers.ts'
import { startShop } from '#bench/children.ts'
import { computeMedian } from '#bench/outcome.ts'
import { createLimitRow } from '#bench/table.ts'
import { readCpuTime } from '#bench/usage.ts'
import { createClient } from '#contract/client.ts'

const pages = 40

/**
 * CPU time of rendering the home page after a change: that of changes followed by a page, less that of as many changes
 * alone.
 */
export const measureFirstRender: Part = async ({ pace, createDatabase }) => {
  const url = await createDatabase()
  // One address asks for more pages than it may in a minute.
  const shop = await startShop({ DATABASE_URL: url, RATE_LIMITS: 'off' })
  const { change } = await createPriceChanger(shop.origin, await issueDemoToken(url, 'admin'))
  const renderPage = async () => {
    const response = await fetch(shop.origin, { headers: { 'accept-encoding': 'br' } })
    if (response.status !== 200) throw new Error(`${response.status}`)
    await response.arrayBuffer()
  }
  async function measureCpu(make: () => Promise<void>) {
    const before = readCpuTime(shop.pid)
    for (let count = 0; count < pages; count++) await make()
    return (readCpuTime(shop.pid) - before) / pages
  }
  const changeAndRequestPage = async () => {
    await change()
    await renderPage()
  }
  for (let warm = 0; warm < 10; warm++) await measureCpu(changeAndRequestPage)
  const differences = []
  for (let round = 0; round < pace.rounds; round++)
    differences.push((await measureCpu(changeAndRequestPage)) - (await measureCpu(change)))
  return [createLimitRow('home page after a change, uncached: CPU', computeMedian(differences), 'ms', 6)]
}

/** Changes the price of one tool, to another each time. */
export async function createPriceChanger(origin: string, token: string) {
  const client = createClient((path, init) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    return fetch(`${origin}/api${path}`, { ...init, headers })
  })
  const [tool] = await client.listTools({})
  if (!tool) throw new Error('no tool')
  const { _id: id, ...fields } = tool
  let price = 100
  async function change() {
    price += 1
    await client.updateTool({ params: { id }, body: { ...fields, price } })
  }
  return { id, change, price: () => price }
}
