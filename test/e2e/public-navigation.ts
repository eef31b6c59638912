import type { Page } from '@playwright/test'

export const main = (page: Page) => page.getByRole('main')
export const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

export const destinations = [
  ['Shop', '/shop', 'Shop'],
  ['Blogs', '/blogs', 'Blogs'],
  ['All Reviews', '/allReviews', 'All Reviews'],
  ['Login', '/login', 'Login'],
  ['Home', '/', 'Big Wholesale'],
] as const
