import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
export const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
export const loginHeading = (page: Page) => page.getByRole('heading', { name: 'Login', level: 1 })

export async function expectSignedOut(page: Page) {
  await expect(loginHeading(page)).toBeVisible()
  await expect(page).toHaveURL(url => url.pathname === '/login')
  await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
}

/** The links' texts and targets in order. */
export async function expectLinks(
  page: Page,
  navigation: 'Main' | 'Dashboard',
  links: readonly (readonly [string, string])[],
) {
  const found = page.getByRole('navigation', { name: navigation }).getByRole('link')
  await expect(found).toHaveText(links.map(([text]) => text))
  for (const [index, [, target]] of links.entries()) await expect(found.nth(index)).toHaveAttribute('href', target)
}
