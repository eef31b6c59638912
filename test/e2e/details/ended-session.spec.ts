import type { Page } from '@playwright/test'
import { fillAddress } from '#test/e2e/address.ts'
import { admin, callApi, expect, logInByApi, logInByForm, signUpByApi, signUpByForm, test } from '#test/e2e/fixtures.ts'
import { expectSignedOut } from '#test/e2e/guarded-pages.ts'
import { fillCart } from '#test/e2e/order-page.ts'
import { openPurchase, placeOrder } from '#test/e2e/orders.ts'

const { step } = test

test.describe('a session that ends while a form is filled in', () => {
  test.use({ expected: { errors: [/status of 40[13]/] } })
  const sentence = 'Your session has ended. Log in in another tab, then submit again here.'
  const ends = [
    ['without a token', 'removed'],
    ['with a token that is refused', 'refused'],
  ] as const

  async function endSession(page: Page, how: 'removed' | 'refused') {
    await page.context().clearCookies()
    await page.evaluate(how => {
      const token = localStorage.getItem('accessToken')
      if (how === 'removed') localStorage.removeItem('accessToken')
      else localStorage.setItem('accessToken', `${token}x`)
    }, how)
  }

  async function openReview(page: Page) {
    await page.goto('/dashboard/review')
    await page.getByLabel('Comment').fill('Good saws')
    await page.getByLabel('Rating').fill('5')
    await page.getByLabel('City').fill('Leeds')
    await page.getByLabel('Image').setInputFiles('public/images/jigsaw-800.webp')
  }

  for (const [kind, how] of ends) {
    test(`keeps what was typed in a review, ${kind}`, async ({ page }) => {
      await signUpByApi(page)
      await openReview(page)
      await endSession(page, how)
      await page.getByRole('button', { name: 'Add Review' }).click()
      await expect(page.getByText(sentence)).toBeVisible()
      await expect(page.getByLabel('Comment')).toHaveValue('Good saws')
      await expect(page).toHaveURL('/dashboard/review')
    })

    test(`keeps what was typed in a profile, ${kind}`, async ({ page }) => {
      await signUpByApi(page)
      await page.goto('/dashboard/profile')
      for (const label of ['Education', 'City', 'Phone', 'LinkedIn']) await page.getByLabel(label).fill('typed')
      await endSession(page, how)
      await page.getByRole('button', { name: 'SAVE' }).click()
      await expect(page.getByText(sentence)).toBeVisible()
      await expect(page.getByLabel('Education')).toHaveValue('typed')
      await expect(page).toHaveURL('/dashboard/profile')
    })

    test(`keeps what was typed in an order, ${kind}`, async ({ page }) => {
      await signUpByApi(page)
      await openPurchase(page, 'Evenline Box Level')
      await page.getByRole('button', { name: 'Order', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Address').fill('1 Forge Lane')
      await endSession(page, how)
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await expect(dialog.getByText(sentence)).toBeVisible()
      await expect(dialog.getByLabel('Address')).toHaveValue('1 Forge Lane')
    })

    test(`keeps what was typed for the order of a cart, ${kind}`, async ({ page }) => {
      await signUpByApi(page)
      await fillCart(page, ['Evenline Box Level'])
      await page.goto('/cart')
      await fillAddress(page, '1 Forge Lane')
      await endSession(page, how)
      await page.getByRole('button', { name: 'Place order' }).click()
      await expect(page.getByText(sentence)).toBeVisible()
      await expect(page.getByLabel('Street')).toHaveValue('1 Forge Lane')
      await expect(page.getByLabel('Quantity of Evenline Box Level')).toBeVisible()
    })

    test(`keeps what was typed in a tool, ${kind}`, async ({ page }) => {
      await logInByApi(page, admin)
      await page.goto('/dashboard/manageProducts')
      await page.getByRole('link', { name: 'Edit' }).first().click()
      await page.getByLabel('Description', { exact: true }).fill('typed')
      await endSession(page, how)
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText(sentence)).toBeVisible()
      await expect(page.getByLabel('Description', { exact: true })).toHaveValue('typed')
    })
  }

  test('lets the same form be sent after a login in another tab', async ({ page, context }) => {
    const { email, password } = await signUpByApi(page)
    await openReview(page)
    await endSession(page, 'removed')
    await page.getByRole('button', { name: 'Add Review' }).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await logInByForm(await context.newPage(), { email, password })
    await page.getByRole('button', { name: 'Add Review' }).click()
    await expect(page.getByText('Your review added successfully')).toBeVisible()
    await expect(page.getByLabel('Comment')).toHaveValue('')
  })

  test('refuses a form of one account once another is logged in', async ({ page, context }) => {
    const { email, password } = await signUpByApi(page)
    const orderPage = await context.newPage()
    await openPurchase(orderPage, 'Evenline Box Level')
    await orderPage.getByRole('button', { name: 'Order', exact: true }).click()
    const dialog = orderPage.getByRole('dialog')
    await dialog.getByLabel('Address').fill('1 Forge Lane')
    await page.goto('/dashboard/profile')
    for (const label of ['Education', 'City', 'Phone', 'LinkedIn']) await page.getByLabel(label).fill('typed')
    await endSession(page, 'removed')

    const otherPage = await context.newPage()
    const other = await signUpByForm(otherPage, 'Olga Berg')
    const sentence = `You are logged in as ${other.email} now. This form is ${email}’s.`

    await step('it is not sent, and nothing typed is lost', async () => {
      for (const submitted of ['first', 'second']) {
        await page.getByRole('button', { name: 'SAVE' }).click()
        await expect(page.getByText(sentence), submitted).toBeVisible()
        await expect(page.getByRole('button', { name: 'SAVE' })).not.toHaveAttribute('aria-busy', 'true')
        await expect(page.getByLabel('Education')).toHaveValue('typed')
        await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
      }
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await expect(dialog.getByText(sentence)).toBeVisible()
      await expect(dialog.getByLabel('Address')).toHaveValue('1 Forge Lane')
      expect(await callApi(otherPage, 'GET', `/userProfile?email=${other.email}`)).toBeNull()
      expect(await callApi(otherPage, 'GET', `/orders?email=${other.email}`)).toEqual([])
    })

    await step('it is sent once its own account is logged in again', async () => {
      await otherPage.getByRole('button', { name: 'Sign Out' }).click()
      await expect(otherPage).toHaveURL('/home')
      await logInByForm(otherPage, { email, password })
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await expect(orderPage).toHaveURL('/dashboard')
      await expect(page.getByLabel('Education')).toHaveValue('typed')
      await page.getByRole('button', { name: 'SAVE' }).click()
      await expect(page.getByText('Your information is saved on database successfully')).toBeVisible()
    })
  })

  test('opens the next page for the account that is logged in', async ({ page, context }) => {
    await signUpByApi(page)
    await page.goto('/dashboard/addresses')
    await expect(page.getByRole('heading', { name: 'Address Book' })).toBeVisible()
    await endSession(page, 'removed')
    const other = await signUpByForm(await context.newPage(), 'Olga Berg')
    await page.getByRole('link', { name: 'My Profile' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(other.email)
    for (const label of ['Education', 'City', 'Phone', 'LinkedIn']) await page.getByLabel(label).fill('typed')
    await page.getByRole('button', { name: 'SAVE' }).click()
    await expect(page.getByText('Your information is saved on database successfully')).toBeVisible()
  })

  test('redirects a page without a form to /login', async ({ page }) => {
    const person = await signUpByApi(page)
    await placeOrder(page, person, 'Evenline Box Level')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await endSession(page, 'refused')
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expectSignedOut(page)
    await expect(page).toHaveURL('/login?from=%2Fdashboard')
  })
})
