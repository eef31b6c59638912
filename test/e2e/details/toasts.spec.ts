import { expect, test } from '#test/e2e/fixtures.ts'
import { getCards } from '#test/e2e/shop-page.ts'

test('a tool that goes into the cart replaces the toast of the one before', async ({ page }) => {
  await page.goto('/shop')
  const toasts = page.getByRole('status').getByRole('paragraph')
  for (const index of [0, 1]) {
    const card = getCards(page).nth(index)
    const name = await card.getByRole('heading').innerText()
    await card.getByRole('button', { name: /^Add to cart/ }).click()
    await expect(toasts.filter({ hasText: name })).toBeVisible()
  }
  // At once: the former toast would leave by itself.
  expect(await toasts.filter({ hasText: /^Added / }).count()).toBe(1)
})
