import { callApi, expect, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { fillCart } from '#test/e2e/order-page.ts'

test('a quantity that is typed while the shop is slow is stored, whatever else is changed at once', async ({
  page,
}) => {
  await signUpByApi(page)
  await fillCart(page, ['Circular Saw', 'Trio Screwdriver Set', 'Evenline Box Level'])
  await page.goto('/cart')
  const released = Promise.withResolvers<void>()
  await page.route('**/api/cart/*', async route => {
    await released.promise
    await route.continue()
  })
  await page.getByLabel('Quantity of Circular Saw').fill('')
  await page.getByLabel('Quantity of Circular Saw').pressSequentially('160')
  await page.getByLabel('Quantity of Trio Screwdriver Set').fill('72')
  await page.getByRole('button', { name: 'Remove Evenline Box Level' }).click()
  await page.getByRole('button', { name: 'Check out' }).click()
  released.resolve()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  const quantities = (await callApi(page, 'GET', '/cart')).map(({ quantity }: { quantity: number }) => quantity)
  expect(quantities.toSorted()).toEqual([160, 72])
})
