import { expectAccessible } from '#test/e2e/axe.ts'
import { admin, callApi, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { fetchTool, payOrder, placeOrder } from '#test/e2e/orders.ts'

const { step } = test

test.use({ expected: { errors: [/status of 400/] } })

test('an admin corrects, receives, counts and writes off stock, and reads its history', async ({ page, browser }, {
  project,
}) => {
  const name = `Cold Chisel ${project.name}`
  await logInByApi(page, admin)
  const body = { name, image: '/images/jigsaw-800.webp', price: 8, minimum: 10, available: 60, description: 'Forged.' }
  const { insertedId } = await callApi(page, 'POST', '/addProduct', body)
  await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })

  await step('in its row, where ten pieces that are sold meanwhile stay sold', async () => {
    const open = row.getByRole('button', { name: `Correct the stock of ${name}` })
    await open.click()
    const field = row.getByRole('spinbutton', { name: `Stock of ${name}` })
    await expect(field).toBeFocused()
    const buyerPage = await (await browser.newContext()).newPage()
    await payOrder(buyerPage, await placeOrder(buyerPage, await signUpByApi(buyerPage), name))
    await buyerPage.context().close()
    await field.fill('-1')
    await page.keyboard.press('Enter')
    await expect(row.getByRole('alert')).toHaveText('The number of pieces is a whole number from 0 to 100,000,000.')
    await field.fill('100')
    await page.keyboard.press('Enter')
    await expect(row.getByRole('cell').nth(4)).toHaveText('90')
    await expect(open).toBeFocused()
    await open.click()
    await page.keyboard.press('Escape')
    await expect(open).toBeFocused()
    // A reload ends the toast of this change: the next change has the same words.
    await page.reload()
  })

  await step('on its page', async () => {
    await row.getByRole('link', { name: '90' }).click()
    await expect(page.getByRole('heading', { name: `Stock of ${name}` })).toBeVisible()
    await expect(page).toHaveTitle('Stock · Big Wholesale')
    const figure = (term: string) => page.locator('dl > div').filter({ has: page.getByText(term, { exact: true }) })
    await expect(figure('Available')).toContainText('90')
    await expect(figure('In orders')).toContainText('10')
    await expect(figure('On the shelf')).toContainText('100')
    await page.getByLabel('Pieces received').fill('24')
    await expect(page.getByText('Available then: 114.')).toBeVisible()
    await page.getByLabel('Note').fill('Delivery note 77')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The stock is changed')).toBeVisible()
    await expect(figure('On the shelf')).toContainText('124')
    await expect(page.getByLabel('Pieces received')).toHaveValue('')

    await page.getByLabel('What happened').selectOption('Counted')
    await page.getByLabel('Pieces on the shelf').fill('9')
    await page.getByRole('button', { name: 'Save' }).click()
    const refused = 'Orders hold 10 pieces. Count no fewer, or cancel orders first.'
    await expect(page.getByLabel('Pieces on the shelf')).toHaveAccessibleDescription(new RegExp(refused))
    await expect(page.getByLabel('Pieces on the shelf')).toHaveValue('9')
    await expectAccessible(page)
    await page.getByLabel('Pieces on the shelf').fill('120')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(figure('Available')).toContainText('110')
    await page.getByLabel('What happened').selectOption('Damaged or lost')
    await page.getByLabel('Pieces damaged or lost').fill('3')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(figure('Available')).toContainText('107')
    await expect(page.getByRole('table').last().locator('tbody tr')).toHaveText([
      /Damaged or lost.*−3107/,
      /Counted: 120 on the shelf.*−4110/,
      /Received.*Delivery note 77.*\+24114/,
      /Corrected.*\+4090/,
      /Taken for order no\. \d+−1050/,
      /First stock\+6060/,
    ])
  })

  await step('with its days as a table', async () => {
    await page.getByText('Figures as a table').click()
    const today = page
      .getByRole('table', { name: /Available at the end of each day/ })
      .getByRole('row')
      .nth(1)
    await expect(today.getByRole('cell')).toHaveText(['107', '10', '24'])
  })

  expect((await fetchTool(page, name)).available).toBe(107)
  await page.getByRole('link', { name: 'Admin Actions' }).click()
  await expect(page.getByText(`Stock changed: ${name} available 110 → 107`)).toContainText('stock reason damage')
  await callApi(page, 'DELETE', `/tool/${insertedId}`)
})
