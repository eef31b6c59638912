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

test('Enter leads from reference to reference and from quantity to quantity, and orders nothing', async ({ page }) => {
  await signUpByApi(page)
  await fillCart(page, ['Circular Saw', 'Evenline Box Level'])
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Add your references' }).click()
  await page.keyboard.type('bay 7')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your reference for Evenline Box Level')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel('Quantity of Circular Saw').fill('16')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Quantity of Evenline Box Level')).toBeFocused()
  await expect(page).toHaveURL('/cart')
  expect(await callApi(page, 'GET', '/orders')).toEqual([])

  await test.step('what was typed comes back with the last line', async () => {
    await page.getByLabel('Street').fill('1 Forge Lane')
    await page.getByRole('button', { name: 'Empty the cart' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByLabel('Street')).toHaveValue('1 Forge Lane')
    await expect(page.getByLabel('Your reference for Circular Saw')).toHaveValue('bay 7')
  })
})

test.describe('an order whose reply is lost', () => {
  test.use({ expected: { errors: [/ERR_FAILED|Failed to fetch/] } })

  test('can be sent again, and is placed once', async ({ page }) => {
    await signUpByApi(page)
    await fillCart(page, ['Circular Saw'])
    await page.goto('/cart')
    await fillAddress(page, '1 Forge Lane')
    await page.route('**/api/checkout', async route => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByText('The shop does not answer')).toBeVisible()
    await expect(page.getByLabel('Street')).toHaveValue('1 Forge Lane')
    await page.unroute('**/api/checkout')
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByText('Please Pay for Circular Saw')).toBeVisible()
    expect((await callApi(page, 'GET', '/orders')).length).toBe(1)
  })
})
