import type { Page } from '@playwright/test'
import { getMain } from './layout.ts'

export const getSearchField = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
export const getCards = (page: Page) => getMain(page).getByRole('listitem')
export const getToolNames = (page: Page) => getCards(page).getByRole('heading')
export const getCount = (page: Page) => getMain(page).getByRole('status')
export const getSortSelect = (page: Page) => page.getByRole('combobox', { name: 'Sort by' })
export const getLowestPriceField = (page: Page) => page.getByRole('textbox', { name: 'Lowest price' })
export const getHighestPriceField = (page: Page) => page.getByRole('textbox', { name: 'Highest price' })
export const getInStockCheckbox = (page: Page) => page.getByRole('checkbox', { name: 'Minimum order in stock' })
export const getShowButton = (page: Page) => page.getByRole('button', { name: 'Show tools' })

export async function searchFor(page: Page, words: string) {
  await getSearchField(page).fill(words)
  await getSearchField(page).press('Enter')
}
