import type { Page } from '@playwright/test'
import { callApi, expect, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { fetchTool, openPurchase } from '#test/e2e/orders.ts'
import {
  countOrders,
  getDialog,
  getOrderButton,
  getQuantityField,
  getSubmitButton,
  openFilledDialog,
} from '#test/e2e/purchase-page.ts'

const { step } = test

/** Fills in the order of a new buyer. */
async function fillInOrder(page: Page) {
  await signUpByApi(page)
  await openPurchase(page, 'Turnbase Bench Vise')
  await openFilledDialog(page)
}

test('an order sends what the page showed, with the email of the account', async ({ page }) => {
  const person = await signUpByApi(page)
  const tool = await fetchTool(page, 'Evenline Box Level')
  await openPurchase(page, tool.name)
  await getQuantityField(page).fill('40')
  await openFilledDialog(page)
  const orderRequest = page.waitForRequest('**/api/bookingOrder')
  await getSubmitButton(page).click()
  const request = await orderRequest
  expect(request.method()).toBe('POST')
  expect(request.headers().authorization).toMatch(/^Bearer /)
  expect(request.postDataJSON()).toEqual({
    toolId: tool._id,
    toolName: 'Evenline Box Level',
    price: 13.25,
    totalPrice: 530,
    quantity: '40 pieces',
    userEmail: person.email,
    userName: person.name,
    phone: '555 0199',
    address: '7 Anvil Street',
  })
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Your order of Evenline Box Level 40 pieces confirmed successfully')).toBeVisible()
  await expect(getDialog(page)).toHaveCount(0)
})

test('the dialog shows the total, and is filled from the profile and the last order', async ({ page }) => {
  const person = await signUpByApi(page)
  const profile = {
    name: person.name,
    email: person.email,
    education: 'x',
    city: 'x',
    phone: '555 0123',
    linkedIn: 'x',
  }
  await callApi(page, 'POST', '/userProfile', profile)
  await openPurchase(page, 'Evenline Box Level')
  await getQuantityField(page).fill('40')
  await getOrderButton(page).click()
  await expect(getDialog(page)).toContainText('Total $530.00')
  await expect(getDialog(page).getByLabel('Phone')).toHaveValue('555 0123')
  await getDialog(page).getByLabel('Address').fill('9 Bellows Row')
  await getSubmitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
  await openPurchase(page, 'Turnbase Bench Vise')
  await getOrderButton(page).click()
  await expect(getDialog(page).getByLabel('Phone')).toHaveValue('555 0123')
  await expect(getDialog(page).getByLabel('Address')).toHaveValue('9 Bellows Row')
})

test('an order with neither phone nor address is asked about once', { tag: '@detail' }, async ({ page }) => {
  await signUpByApi(page)
  await openPurchase(page, 'Turnbase Bench Vise')
  await getOrderButton(page).click()
  await getSubmitButton(page).click()
  await expect(getDialog(page).getByRole('alert')).toHaveText('We have no address for this order. Order anyway?')
  expect(await countOrders(page)).toBe(0)
  await getSubmitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a double click on Submit places one order', async ({ page }) => {
  await fillInOrder(page)
  await getSubmitButton(page).dblclick()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(await countOrders(page)).toBe(1)
})

test('Submit takes no second click while the order is on its way', { tag: '@detail' }, async ({ page }) => {
  await fillInOrder(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/bookingOrder', async route => {
    await held.promise
    await route.continue()
  })
  await getSubmitButton(page).click()
  await expect(getSubmitButton(page)).toBeDisabled()
  await getDialog(page).getByLabel('Address').press('Enter')
  held.resolve()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(await countOrders(page)).toBe(1)
})

test.describe('an API that does not answer', { tag: '@detail' }, () => {
  test.use({ expected: { errors: [/bookingOrder/] } })

  test('shows one sentence, keeps phone and address, and takes the order when it is back', async ({ page }) => {
    await fillInOrder(page)
    await page.route('**/api/bookingOrder', route => route.abort())
    await getSubmitButton(page).click()
    const alert = getDialog(page).getByRole('alert')
    await expect(alert).toHaveText('The shop does not answer. Please try again.')
    await expect(alert).toHaveClass(/text-error/)
    await expect(getDialog(page).getByLabel('Phone')).toHaveValue('555 0199')
    await expect(getDialog(page).getByLabel('Address')).toHaveValue('7 Anvil Street')
    await page.unroute('**/api/bookingOrder')
    await getSubmitButton(page).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('row')).toHaveCount(2)
  })

  test('after it took the order places no second one when Submit is clicked again', async ({ page }) => {
    await fillInOrder(page)
    await page.route('**/api/bookingOrder', async route => {
      await route.fetch()
      await route.abort()
    })
    await getSubmitButton(page).click()
    await expect(getDialog(page).getByRole('alert')).toHaveText('The shop does not answer. Please try again.')
    expect(await countOrders(page)).toBe(1)
    await page.unroute('**/api/bookingOrder')
    await getSubmitButton(page).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('row')).toHaveCount(2)
    expect(await countOrders(page)).toBe(1)
  })
})

test.describe('an order that the shop refuses', { tag: '@detail' }, () => {
  test.use({ expected: { errors: [/status of 409/] } })

  test('shows the reason, and keeps the dialog', async ({ page }) => {
    await signUpByApi(page)
    const { _id, available } = await fetchTool(page, 'Turnbase Bench Vise')
    let shown = {}
    await page.route(`**/api/tools/${_id}`, async route => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ...shown } })
    })
    const openAs = async (fields: object) => {
      shown = fields
      await page.goto(`/purchase/${_id}`)
    }

    await step('because the price changed', async () => {
      await openAs({ price: 60 })
      await openFilledDialog(page)
      await getSubmitButton(page).click()
      const alert = getDialog(page).getByRole('alert')
      await expect(alert).toHaveText(
        'The price of that tool has changed. Please look at it again before you order. Each costs $72.40 now.',
      )
      await expect(getDialog(page).getByLabel('Phone')).toHaveValue('555 0199')
      expect(await countOrders(page)).toBe(0)
    })

    await step('because others took the stock meanwhile', async () => {
      await openAs({ available: available + 100 })
      await getQuantityField(page).fill(String(available + 50))
      await openFilledDialog(page)
      await getSubmitButton(page).click()
      await expect(getDialog(page).getByRole('alert')).toHaveText(
        /^That quantity is below the minimum order or above what is in stock\. At most \d+ pieces can be ordered\.$/,
      )
      expect(await countOrders(page)).toBe(0)
    })
  })
})
