import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { getNavBar } from './layout.ts'

export const getLoginHeading = (page: Page) => page.getByRole('heading', { name: 'Login', level: 1 })

export async function expectSignedOut(page: Page) {
  await expect(getLoginHeading(page)).toBeVisible()
  await expect(page).toHaveURL(url => url.pathname === '/login')
  await expect(getNavBar(page).getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(getNavBar(page).getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
}

export async function expectLinks(
  page: Page,
  navigation: 'Main' | 'Dashboard',
  links: readonly (readonly [string, string])[],
) {
  const foundLinks = page.getByRole('navigation', { name: navigation }).getByRole('link')
  await expect(foundLinks).toHaveText(links.map(([text]) => text))
  for (const [index, [, target]] of links.entries()) await expect(foundLinks.nth(index)).toHaveAttribute('href', target)
}
