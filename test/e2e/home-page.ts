import type { Page } from '@playwright/test'

export const main = (page: Page) => page.getByRole('main')
export const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
export const foot = (page: Page) => page.getByRole('contentinfo')
export const section = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true })
export const items = (page: Page, name: string) => section(page, name).getByRole('listitem')

export const headings = [
  'Big Wholesale',
  'What Our Clients Says...',
  'Service We Provide',
  'Tools',
  'Best Seller Products',
  'From The Blog',
  'Our Brands',
  'Our Business Summary',
  'New Arrivals',
] as const
