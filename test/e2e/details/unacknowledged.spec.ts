import type { Page } from '@playwright/test'
import { admin, expect, logInByApi, signUpByApi, signUpVerified, test } from '#test/e2e/fixtures.ts'
import { fetchTool, openPurchase, placeOrder } from '#test/e2e/orders.ts'
import { getDialog, getSubmitButton, openFilledDialog } from '#test/e2e/purchase-page.ts'
import { createJpeg } from '#test/e2e/sample-images.ts'

/** The call is answered without being made. */
const answer = (page: Page, method: string, path: string | RegExp, reply: object) =>
  page.route(path, route => (route.request().method() === method ? route.fulfill({ json: reply }) : route.fallback()))

const confirm = (page: Page) => getDialog(page).getByRole('button', { name: 'Yes' }).click()

test('an order that was not acknowledged keeps its dialog', async ({ page }) => {
  await signUpByApi(page)
  await openPurchase(page, 'Circular Saw')
  await answer(page, 'POST', '**/api/bookingOrder', { acknowledged: false })
  await openFilledDialog(page)
  await getSubmitButton(page).click()
  await expect(getDialog(page)).toContainText('Your order was not placed. Please try again.')
  await expect(getDialog(page).getByLabel('Address')).toHaveValue('7 Anvil Street')
})

test('a review, a profile and its change that were not made say so, and keep what was typed', async ({ page }) => {
  await signUpByApi(page)
  await page.goto('/dashboard/profile')
  await answer(page, 'POST', '**/api/userProfile', { insertedId: '' })
  for (const label of ['Education', 'City', 'Phone', 'LinkedIn']) await page.getByLabel(label).fill('x')
  await page.getByRole('button', { name: 'SAVE' }).click()
  await expect(page.getByText('Nothing was saved. Please try again.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'SAVE' }).click()
  await expect(page.getByText('Your information is saved on database successfully')).toBeVisible()
  await answer(page, 'PUT', '**/api/userProfile/*', { acknowledged: false })
  await page.getByLabel('City').fill('Leeds')
  await page.getByRole('button', { name: 'UPDATE' }).click()
  await expect(page.getByText('Nothing was saved. Please try again.')).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Leeds')

  await page.goto('/dashboard/review')
  await answer(page, 'POST', '**/api/review', { waitsFor: null })
  await page.getByLabel('Comment').fill('Kept its edge.')
  await page.getByLabel('Rating').fill('5')
  await page.getByLabel('City').fill('Whitby')
  const buffer = await createJpeg(60, 40)
  await page.getByLabel('Image', { exact: true }).setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByText('Your review was not added. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Comment')).toHaveValue('Kept its edge.')
})

test('cancelling an order that was cancelled in another tab says so, and fetches none again', async ({ page }) => {
  const person = await signUpByApi(page)
  await placeOrder(page, person, 'Circular Saw')
  await page.goto('/dashboard')
  const fetched: string[] = []
  const cancel = async () => {
    await page.getByRole('button', { name: 'Cancel the order of Circular Saw' }).click()
    fetched.length = 0
    await confirm(page)
    await expect(getDialog(page)).toHaveCount(0)
  }
  page.on('request', request => {
    if (request.method() === 'GET' && /\/api\/orders\?/.test(request.url())) fetched.push(request.url())
  })
  await answer(page, 'DELETE', '**/api/orders/*', { deletedCount: 0 })
  await cancel()
  await expect(page.getByText('That order was cancelled already.')).toBeVisible()
  expect(fetched).toEqual([])
  await page.unrouteAll()
  await cancel()
  await expect(page.getByText(/^Your order \d+ is cancelled$/)).toBeVisible()
  expect(fetched).toHaveLength(1)
})

test('an admin is told that another admin did it already', async ({ page, browser }) => {
  const otherPage = await (await browser.newContext()).newPage()
  const person = await signUpVerified(otherPage)
  await placeOrder(otherPage, person, 'Circular Saw')
  await logInByApi(page, admin)
  await page.goto(`/dashboard/users?q=${person.email}`)
  await answer(page, 'PUT', '**/api/users/admin/*', { modifiedCount: 0 })
  await page.getByRole('button', { name: `Make admin: ${person.email}` }).click()
  await confirm(page)
  await expect(page.getByRole('status').getByText('Failed to make an admin', { exact: true })).toBeVisible()
  await expect(page.getByRole('row').getByText('That person is an admin already.')).toBeVisible()

  await page.goto(`/dashboard/manageAllOrders?q=${person.email}`)
  await answer(page, 'DELETE', '**/api/allOrders/*', { deletedCount: 0 })
  await page.getByRole('button', { name: /^Cancel the order of Circular Saw/ }).click()
  await confirm(page)
  await expect(page.getByText('That order was cancelled already.')).toBeVisible()

  const tool = await fetchTool(page, 'Circular Saw')
  await page.goto('/dashboard/manageProducts?q=circular')
  await answer(page, 'DELETE', '**/api/tool/*', { deletedCount: 0 })
  await page.getByRole('button', { name: `Delete ${tool.name}` }).click()
  await confirm(page)
  await expect(page.getByText('That tool was deleted already.')).toBeVisible()
})
