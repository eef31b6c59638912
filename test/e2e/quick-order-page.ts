import type { Page } from '@playwright/test'

export const getList = (page: Page) => page.getByLabel('Paste SKUs and quantities')
export const getQuantity = (page: Page, row: number) => page.getByLabel(`Quantity of row ${row}`)
export const getSku = (page: Page, row: number) => page.getByLabel(`SKU of row ${row}`)
export const getRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
export const checkList = (page: Page) => page.getByRole('button', { name: 'Check the list' }).click()

export const getPasteMore = (page: Page) => page.getByRole('button', { name: 'Paste more …' })

export async function pasteRows(page: Page, rows: readonly string[]): Promise<void> {
  await getList(page).or(getPasteMore(page)).waitFor()
  if (await getPasteMore(page).isVisible()) await getPasteMore(page).click()
  await getList(page).fill(rows.join('\n'))
  await checkList(page)
}
