import { fillAddress } from '#test/e2e/address.ts'
import { callApi, expect, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { fillCart } from '#test/e2e/order-page.ts'

test('a quantity that is typed while the shop is slow is ordered, whatever else is changed at once', async ({
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
  await fillAddress(page, '1 Forge Lane')
  await page.getByRole('button', { name: 'Place order' }).click()
  released.resolve()
  await expect(page.getByText('Please Pay for')).toBeVisible()
  const [{ lines }] = await callApi(page, 'GET', '/orders')
  expect(lines.map(({ quantity }: { quantity: number }) => quantity).toSorted()).toEqual([160, 72])
  expect(await callApi(page, 'GET', '/cart')).toEqual([])
})
