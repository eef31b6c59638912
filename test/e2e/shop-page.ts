import type { Page } from '@playwright/test'

export const main = (page: Page) => page.getByRole('main')
export const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
export const cards = (page: Page) => main(page).getByRole('listitem')
export const names = (page: Page) => cards(page).getByRole('heading')
export const count = (page: Page) => main(page).getByRole('status')
export const sort = (page: Page) => page.getByRole('combobox', { name: 'Sort by' })
export const lowest = (page: Page) => page.getByRole('textbox', { name: 'Lowest price' })
export const highest = (page: Page) => page.getByRole('textbox', { name: 'Highest price' })
export const inStock = (page: Page) => page.getByRole('checkbox', { name: 'Minimum order in stock' })
export const show = (page: Page) => page.getByRole('button', { name: 'Show tools' })

export async function searchFor(page: Page, words: string) {
  await search(page).fill(words)
  await search(page).press('Enter')
}
