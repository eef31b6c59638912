import type { Page } from '@playwright/test'

export const getListSearch = (page: Page) => page.getByRole('searchbox', { name: 'Find' })

/** The link of a choice, which shows how many rows it finds. */
export const getFilter = (page: Page, choice: string) =>
  page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name: new RegExp(`^${choice}( [\\d,+]+)?$`) })

export const openDetails = (page: Page, name: string) =>
  page.getByRole('button', { name: `Details of ${name}` }).click()
