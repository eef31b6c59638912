import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readPdf } from '#test/pdf-text.ts'
import { callApi } from './fixtures.ts'
import { fetchTool } from './orders.ts'

export const getPoNumber = (page: Page) => page.getByLabel('Purchase order number')
export const getSteps = (page: Page) => page.getByRole('list').filter({ hasText: 'Placed' })

/** Downloads the PDF of that button, and reads its first page. */
export async function downloadPdf(page: Page, button: string): Promise<{ fileName: string; text: string }> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await waiting
  const [text = ''] = await readPdf(readFileSync(await download.path()))
  return { fileName: download.suggestedFilename(), text }
}

/** Puts the minimum order of each tool into the cart of the signed-in account. */
export async function fillCart(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { _id, minimum: quantity, price } = await fetchTool(page, name)
    await callApi(page, 'PUT', `/cart/${_id}`, { quantity, price })
  }
}

/** Orders the minimum of each tool by the API, as one order, and returns its id. */
export async function checkOut(page: Page, names: readonly string[], poNumber = ''): Promise<string> {
  const lines: unknown[] = []
  for (const name of names) {
    const { _id: toolId, minimum, price } = await fetchTool(page, name)
    lines.push({ toolId, quantity: minimum, price })
  }
  const order = { lines, phone: '555 0100', address: '1 Forge Lane', poNumber }
  const { orderId } = await callApi(page, 'POST', '/checkout', order)
  return orderId
}
