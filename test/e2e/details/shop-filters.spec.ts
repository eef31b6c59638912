import { formatNumber } from '#contract/format-number.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { getMain } from '#test/e2e/layout.ts'
import { fetchTool } from '#test/e2e/orders.ts'
import { getCards, getCount, getToolNames } from '#test/e2e/shop-page.ts'

const { step } = test

test('categories, brands and specifications narrow the shop, each with its count', async ({ page }) => {
  await page.goto('/shop')
  await step('a category is opened level by level', async () => {
    await page.getByRole('link', { name: 'Power tools 12 tools' }).click()
    await expect(getCount(page)).toHaveText('12 tools')
    await page.getByRole('link', { name: 'Power saws 4 tools' }).click()
    await expect(page).toHaveURL('/shop?category=power-saws')
  })
  await step('boxes of a brand and of a specification add to it', async () => {
    await page.getByRole('checkbox', { name: 'Norvane 2 tools' }).check()
    await expect(getToolNames(page)).toHaveText(['Reciprocal saw', 'Circular Saw'])
    await expect(page.getByRole('checkbox', { name: 'Ferrum Nine 2 tools' })).not.toBeChecked()
    await page.getByRole('checkbox', { name: 'Battery 1 tool' }).check()
    await expect(getToolNames(page)).toHaveText(['Reciprocal saw'])
  })
  await step('chips take them off one by one', async () => {
    await page.getByRole('link', { name: 'Remove the filter Power source: Battery' }).click()
    await expect(getCards(page)).toHaveCount(2)
    await page.getByRole('link', { name: 'Remove the filter Norvane' }).click()
    await expect(getCards(page)).toHaveCount(4)
    await page.getByRole('link', { name: 'Clear filters' }).click()
    // A full page: other tests add tools meanwhile.
    await expect(getCards(page)).toHaveCount(24)
    await expect(page).toHaveURL('/shop')
  })
  await step('a price that is no number stays in its field', async () => {
    const lowest = page.getByLabel('Lowest price')
    await lowest.fill('abc')
    await lowest.press('Enter')
    expect(await lowest.evaluate((field: HTMLInputElement) => field.validity.patternMismatch)).toBe(true)
    await expect(page).toHaveURL('/shop')
    await lowest.clear()
  })
  await step('the way back leads through them', async () => {
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Power saws 4 tools' })).toHaveAttribute('aria-current', 'true')
  })
})

test('the table has a line for each tool, from which a quantity goes into the cart by keyboard', async ({ page }) => {
  await page.goto('/shop?category=hand-tools')
  await page.getByRole('link', { name: 'Table', exact: true }).click()
  await expect(page).toHaveURL('/shop?category=hand-tools&view=table')
  const { sku, available } = await fetchTool(page, 'Longgrain Claw Hammer')
  const row = page.getByRole('row').filter({ hasText: sku })
  await expect(row).toContainText('Head 450 g · Length 330 mm · Handle Ash')
  await expect(row).toContainText('160+ $9.45 · 400+ $8.95')
  await expect(row).toContainText(`${formatNumber(available)} in stock`)
  const quantity = row.getByRole('spinbutton', { name: 'Quantity of Longgrain Claw Hammer' })
  await quantity.fill('50')
  await quantity.press('Enter')
  await expect(row.getByRole('alert')).toHaveText('50 is not a multiple of 20. Next valid: 40 or 60.')
  await quantity.fill('60')
  await quantity.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Added 60 pieces' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 tool' })).toBeVisible()
  await page.getByRole('checkbox', { name: /^Halden/ }).check()
  await expect(page).toHaveURL(/view=table/)
})

test.describe('without JavaScript', () => {
  // What the browser says about each script that it may not load.
  test.use({ javaScriptEnabled: false, expected: { errors: [/\/assets\/[\w.-]+\.js csp$/] } })

  test('the filters are a plain form, and links', async ({ page }) => {
    await page.goto('/shop')
    await page.getByRole('link', { name: 'Hand tools 10 tools' }).click()
    await page.getByRole('checkbox', { name: /^Halden/ }).check()
    await page.getByRole('checkbox', { name: /^Tamarack/ }).check()
    await page.getByRole('button', { name: 'Show tools' }).click()
    await expect(page).toHaveURL(/category=hand-tools.*brand=halden.*brand=tamarack/)
    await expect(getMain(page).getByRole('link', { name: 'Remove the filter Tamarack' })).toBeVisible()
    await expect(getCards(page)).toHaveCount(6)
  })
})

test('the counts of the filters leave room for a scroll bar that lies on the page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto('/shop')
  const column = page.getByRole('search').locator('xpath=..')
  await expect(column).toHaveCSS('overflow-y', 'auto')
  const [box, count] = [
    await column.boundingBox(),
    await page
      .getByText(/^\d+ tools?$/)
      .nth(1)
      .boundingBox(),
  ]
  if (!box || !count) throw new Error('not shown')
  expect(box.x + box.width - count.x - count.width).toBeGreaterThanOrEqual(12)
})
