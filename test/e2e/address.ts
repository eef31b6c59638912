import type { Page } from '@playwright/test'

export async function fillAddress(page: Page, street: string): Promise<void> {
  const values = {
    Street: street,
    City: 'Sheffield',
    'Postal code': 'S1 2AB',
    Country: 'United Kingdom',
    Phone: '555 0142',
  }
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
}
