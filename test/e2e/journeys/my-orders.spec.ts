import { expect, signUpVerified, test } from '#test/e2e/fixtures.ts'
import { fetchTool, placeOrder } from '#test/e2e/orders.ts'
import { getFilter, getListSearch } from '#test/e2e/paged-list.ts'

test('a buyer of many orders searches and filters them, and sees what is to be paid', async ({ page }) => {
  const buyer = await signUpVerified(page, 'Maud Many')
  const { price, minimum } = await fetchTool(page, 'Circular Saw')
  await placeOrder(page, buyer, 'Circular Saw')
  await page.goto('/dashboard')
  const owed = (price * minimum).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  await expect(page.getByText(`1 order · ${owed} to pay for 1 order`)).toBeVisible()
  await expect(getListSearch(page)).toHaveCount(0)

  for (let order = 0; order < 10; order++) await placeOrder(page, buyer, 'Farmark Tape Measure')
  await page.reload()
  await expect(page.getByText('11 orders')).toBeVisible()
  await getListSearch(page).fill('CS-185')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'Circular Saw' })).toHaveCount(1)
  await expect(page.getByText(/^1 order · .* to pay for 11 orders$/)).toBeVisible()
  await getFilter(page, 'Shipped').click()
  await expect(page.getByText('No orders fit that.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all orders' }).click()
  await expect(page.getByText('11 orders')).toBeVisible()
})
