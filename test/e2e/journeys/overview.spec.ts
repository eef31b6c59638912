import { admin, callApi, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { payOrder, placeOrder } from '#test/e2e/orders.ts'
import { getFilter } from '#test/e2e/paged-list.ts'

const { step } = test

test.use({ expected: { errors: [/status of 400/] } })

test('an admin sees how the shop goes, and what waits to be done', async ({ page }) => {
  const name = `Lathe ${crypto.randomUUID().slice(0, 8)}`
  await logInByApi(page, admin)
  // Dear enough to sell most, whatever other journeys buy.
  const tool = {
    name,
    image: '/images/jigsaw-800.webp',
    price: 9000,
    available: 100,
    minimum: 100,
    description: 'Turns.',
  }
  const { insertedId } = await callApi(page, 'POST', '/addProduct', tool)
  const buyer = await signUpByApi(page)
  await payOrder(page, await placeOrder(page, buyer, name))
  await logInByApi(page, admin)

  await step('figures of the last thirty days, with plots and tables', async () => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Overview' }).click()
    await expect(page.getByText(/^\$[\d,]+\.\d\d$/).first()).toBeVisible()
    await expect(page.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('figure', { name: 'Revenue by day' })).toBeVisible()
    await page.getByText('Figures as a table').first().click()
    await expect(page.getByRole('table', { name: 'Revenue by day' }).getByRole('row')).toHaveCount(31)
    await expect(page.getByRole('table', { name: 'Best-selling tools' })).toContainText(name)
  })

  await step('another period, also by its days', async () => {
    await page.getByRole('link', { name: '7 days' }).click()
    await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'page')
    await page.getByLabel('From').fill('2026-03-02')
    await page.getByLabel('To', { exact: true }).fill('2026-03-01')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByLabel('To', { exact: true })).toHaveAccessibleDescription(
      'The last day is before the first.',
    )
    await expect(page.getByLabel('From')).toHaveValue('2026-03-02')
    await page.getByLabel('To', { exact: true }).fill('2026-03-02')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByText('Mar 2, 2026, against Mar 1, 2026.')).toBeVisible()
    await expect(page.getByText('Nothing was paid for in this period.').first()).toBeVisible()
  })

  await step('each list of work is one click away', async () => {
    const toDeliver = page.getByRole('navigation', { name: 'To do' }).getByRole('link', { name: /Orders to ship/ })
    await expect(toDeliver).toHaveText(/^[1-9]/)
    await toDeliver.click()
    await expect(page.getByRole('heading', { name: 'Manage Orders' })).toBeVisible()
    await expect(getFilter(page, 'To deliver')).toHaveAttribute('aria-current', 'true')
  })
  await callApi(page, 'DELETE', `/tool/${insertedId}`)
})
