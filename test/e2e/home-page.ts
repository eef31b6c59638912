import type { Page } from '@playwright/test'
import { getMain } from './layout.ts'

export const getSection = (page: Page, name: string) => getMain(page).getByRole('region', { name, exact: true })
export const getItems = (page: Page, name: string) => getSection(page, name).getByRole('listitem')

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
