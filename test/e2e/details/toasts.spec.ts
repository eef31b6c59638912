import type { Locator, Page } from '@playwright/test'
import { expectApart } from '#test/e2e/boxes.ts'
import { admin, callApi, createEmail, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { getNavBar } from '#test/e2e/layout.ts'
import { fetchTool, payOrder, placeOrder } from '#test/e2e/orders.ts'
import { pasteRows } from '#test/e2e/quick-order-page.ts'
import { getCards } from '#test/e2e/shop-page.ts'

const { step } = test
const widths = [1280, 390]
const getToasts = (page: Page) => page.locator('[data-toast]')
const getFocused = (page: Page) => page.locator(':focus')

/** Expects the toast with that text to cover neither the focus nor those elements. */
async function expectClear(page: Page, text: RegExp | string, elements: readonly Locator[]): Promise<void> {
  const message = getToasts(page).filter({ hasText: text })
  await expect(message).toBeVisible()
  for (const element of [getFocused(page), ...elements]) await expectApart(message, element)
}

// Toasts stay longer than a slow machine takes to look at them.
test.beforeEach(({ page }) =>
  page.addInitScript(toastMs => {
    const { setTimeout } = window
    const keep = (task: () => void, ms?: number) => setTimeout(task, ms === toastMs ? 120_000 : ms)
    Object.assign(window, { setTimeout: keep })
  }, 5000),
)

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

for (const width of widths)
  test.describe(`at ${width} px, a toast covers neither the focus nor what comes next`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('after a shipment and after a bulk action', async ({ page }) => {
      const buyer = await signUpByApi(page, 'Sven Moll')
      const orders: string[] = []
      for (const name of ['Circular Saw', 'Farmark Tape Measure']) {
        const order = await placeOrder(page, buyer, name)
        await payOrder(page, order)
        orders.push(order._id)
      }
      await logInByApi(page, admin)
      await step('the link to the next order', async () => {
        await page.goto(`/dashboard/orders/${orders[0]}`)
        await page.getByRole('button', { name: /^Ship \d/ }).press('Enter')
        const next = page.getByRole('link', { name: /^Next to ship/ })
        await expect(next).toBeFocused()
        await expectClear(page, 'the pieces are marked as shipped', [next])
      })
      await step('search, sorting and export', async () => {
        await page.goto(`/dashboard/manageAllOrders?q=${buyer.email}`)
        await page
          .getByRole('checkbox', { name: /^Select order/ })
          .first()
          .check()
        await page.getByRole('button', { name: 'Deliver: 1 order' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
        await expectClear(page, '1 order', [
          page.getByRole('heading', { level: 1 }),
          page.getByRole('button', { name: 'Search' }),
          page.getByLabel('Sort by'),
          page.getByRole('button', { name: 'Export as CSV' }),
        ])
      })
    })

    test('after a sign-up in the middle of a purchase', async ({ page }) => {
      const { _id } = await fetchTool(page, 'Farmark Tape Measure')
      await page.goto(`/signup?from=/purchase/${_id}`)
      await page.getByLabel('Name').fill('Rita Moss')
      await page.getByLabel('Email', { exact: true }).fill(createEmail())
      await page.getByLabel('Password').fill('secret-7')
      await page.getByRole('button', { name: 'SignUp' }).click()
      const card = page.getByRole('region', { name: 'Your purchase' })
      await expectClear(page, 'Sent Email Verification', [
        card.getByRole('link', { name: 'Go on' }),
        card.getByRole('button', { name: 'Not now' }),
      ])
    })

    test('in the cart, after a quick order', async ({ page }) => {
      await page.goto('/quick-order')
      await pasteRows(page, ['CS-185 8', 'FTM-25 120', 'EBL-600 36'])
      await page.getByRole('button', { name: 'Add 3 tools to the cart' }).click()
      await expect(page).toHaveURL('/cart')
      await expectClear(page, 'Added 3 tools to the cart', [
        page.getByRole('heading', { level: 1 }),
        page.getByRole('table'),
        page.getByRole('button', { name: 'Check out' }),
        page
          .getByRole('button', { name: 'Menu' })
          .or(page.getByRole('link', { name: 'Cart, 3 tools' }))
          .last(),
      ])
    })
  })

test('a toast moves off a link that takes the focus below it', async ({ page }) => {
  await page.goto('/shop')
  await getCards(page)
    .first()
    .getByRole('button', { name: /^Add to cart/ })
    .click()
  const message = getToasts(page).filter({ hasText: /^Added / })
  await expect(message).toBeVisible()
  for (const name of ['All Reviews', 'Login']) {
    await getNavBar(page).getByRole('link', { name }).focus()
    await expectApart(message, getFocused(page))
  }
})

test('a toast ends with the page, and names its tool; that of a save goes along to the list', async ({ page }) => {
  await logInByApi(page, admin)
  const tool = { image: '/images/jigsaw-800.webp', price: 20, minimum: 5, available: 90, description: 'Bores.' }
  const name = `Trammel ${Date.now()}`
  const { insertedId } = await callApi(page, 'POST', '/addProduct', { ...tool, name })
  await page.goto(`/dashboard/manageProducts/${insertedId}`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/manageProducts#/)
  await expect(getToasts(page)).toHaveText(`${name} is saved×`)
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(page.getByRole('heading', { name: `Edit ${name}` })).toBeVisible()
  // At once: it would leave by itself after five seconds.
  expect(await getToasts(page).count()).toBe(0)
  await callApi(page, 'DELETE', `/tool/${insertedId}`)
})
