import type { Page } from '@playwright/test'
import { expect, test, waitForHydration } from '#test/e2e/fixtures.ts'
import { getMain } from '#test/e2e/layout.ts'

const getBox = (page: Page) => page.getByRole('banner').getByRole('textbox', { name: 'Find a tool' })
const getSuggestions = (page: Page) => page.getByRole('banner').getByRole('search').getByRole('listitem')

test('"/" leads to the search, whose suggestions can be walked by keys', async ({ page }) => {
  await page.goto('/blogs')
  await waitForHydration(getBox(page))
  await page.keyboard.press('/')
  await expect(getBox(page)).toBeFocused()
  await page.keyboard.type('saw')
  await expect(getSuggestions(page)).toHaveCount(5)
  await expect(getSuggestions(page).filter({ hasText: 'Circular Saw' })).toContainText('$129.00')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(getSuggestions(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(getBox(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(getSuggestions(page)).toHaveCount(0)
  await page.keyboard.type('s')
  await page.keyboard.press('Backspace')
  await getSuggestions(page).filter({ hasText: 'Circular Saw' }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Circular Saw', level: 1 })).toBeVisible()
  await expect(getBox(page)).toHaveValue('')
})

test('Enter shows what fits in the shop, whose own field takes its place', async ({ page }) => {
  await page.goto('/')
  await getBox(page).fill('saw')
  await getBox(page).press('Enter')
  await expect(page).toHaveURL('/shop?q=saw')
  await expect(getMain(page).getByRole('status')).toHaveText('5 tools for “saw”')
  await expect(getBox(page)).toHaveCount(0)
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('saw')
})

test('a search that finds nothing says so', async ({ page }) => {
  await page.goto('/blogs')
  await getBox(page).fill('zzzzz')
  await expect(page.getByText('No tool fits.').last()).toBeVisible()
  await getBox(page).fill('chisel')
  await expect(getSuggestions(page).first()).toBeVisible()
  await expect(page.getByText('No tool fits.')).toHaveCount(0)
})

test('on a phone its button opens it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 720 })
  await page.goto('/blogs')
  await expect(getBox(page)).toBeHidden()
  await page.getByRole('button', { name: 'Find a tool' }).click()
  await expect(getBox(page)).toBeFocused()
  await page.keyboard.type('chisel')
  await getSuggestions(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/shop\/[\w-]+$/)
  await expect(getBox(page)).toBeHidden()
})
