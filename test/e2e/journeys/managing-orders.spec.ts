import type { Browser, Page } from '@playwright/test'
import { admin, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { payOrder, placeOrder } from '#test/e2e/orders.ts'
import { getFilter, getListSearch } from '#test/e2e/paged-list.ts'

/** A buyer with an order, in a browser of their own. */
async function placeOrderInOwnBrowser(browser: Browser, name: string, tool: string) {
  const page = await (await browser.newContext()).newPage()
  const buyer = await signUpByApi(page, name)
  return { page, buyer, order: await placeOrder(page, buyer, tool) }
}

const getRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function openManageOrders(page: Page, query = '') {
  await logInByApi(page, admin)
  await page.goto(`/dashboard/manageAllOrders${query}`)
  await expect(page.getByRole('heading', { name: 'Manage Orders' })).toBeVisible()
}

test('an admin delivers a paid order, and the buyer is notified', async ({ page, browser }) => {
  const { page: buyerPage, buyer, order } = await placeOrderInOwnBrowser(browser, 'Nora Quill', 'Circular Saw')
  const transactionId = await payOrder(buyerPage, order)
  await openManageOrders(page, '?q=Nora Quill')
  await expect(page.getByRole('columnheader')).toHaveText([
    'SL no.',
    /^User Name/,
    /^Ordered Tool Name/,
    'Paid Status',
    'Cancel Order',
    'Delivery Status',
    'Quantity',
    'Total',
    'Deliver To',
    'Order no.',
  ])
  const row = getRow(page, 'Nora Quill')
  await expect(row.getByRole('cell').nth(1)).toHaveText('Nora Quill')
  await expect(row.getByRole('cell').nth(2)).toHaveText('Circular Saw')
  await expect(row.getByRole('cell').nth(3)).toHaveText('Paid')
  await expect(row.getByRole('cell').nth(4)).toHaveText('order request accepted')
  await expect(row.getByRole('cell').nth(5)).toContainText('Pending...')
  await expect(row.getByRole('cell').nth(8)).toHaveText('1 Forge Lane')
  await expect(row.getByRole('cell').nth(9)).toHaveText(/^\d{6}\w{3} \d+$/)
  await row.getByRole('button', { name: /^Details of/ }).click()
  for (const line of ['1 Forge Lane', '555 0100', buyer.email])
    await expect(row.locator('+ tr').getByText(line)).toBeVisible()
  const dialog = page.getByRole('dialog', { name: /^Are you sure to deliver order \d{6}\?$/ })
  await row.getByRole('button', { name: 'Deliver' }).click()
  await dialog.getByRole('button', { name: 'No' }).click()
  await expect(row.getByRole('cell').nth(5)).toContainText('Pending...')
  await row.getByRole('button', { name: 'Deliver' }).click()
  await expect(dialog.getByLabel('Carrier')).toBeFocused()
  await page.keyboard.type('DHL')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(/^Tracking number of \d{6}, Nora Quill$/)).toBeFocused()
  await page.keyboard.type('00340434161094042557')
  await page.keyboard.press('Enter')
  await expect(row.getByRole('cell').nth(5)).toHaveText('Shipped')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/^Order \d{6} is marked as shipped$/)).toBeVisible()
  await expect(row.getByRole('button', { name: 'Deliver' })).toHaveCount(0)

  await buyerPage.goto('/dev/outbox')
  const mails = buyerPage.getByRole('article').filter({ hasText: buyer.email })
  await expect(mails.getByRole('heading')).toHaveText([
    /^Order \d+ shipped – \d+ × Circular Saw$/,
    /^Order \d+ paid – \d+ × Circular Saw$/,
    /^Order \d+ placed – \d+ × Circular Saw$/,
    /^Verify your email/,
  ])
  await expect(mails.nth(0)).toContainText('DHL')
  await expect(mails.nth(0)).toContainText('00340434161094042557')
  await expect(mails.nth(1)).toContainText(transactionId)
  await buyerPage.context().close()
})

test('an admin cancels an unpaid order after a confirmation', async ({ page, browser }) => {
  const { page: buyerPage, buyer } = await placeOrderInOwnBrowser(browser, 'Owen Pike', 'Powermatic Shaper')
  await openManageOrders(page, '?q=Owen Pike')
  const row = getRow(page, 'Owen Pike')
  await expect(row.getByRole('cell').nth(3)).toHaveText('Unpaid')
  await expect(row.getByRole('button', { name: 'Deliver' })).toHaveCount(0)
  await row.getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure to cancel this order request?' })
  await dialog.getByRole('button', { name: 'No' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(row).toHaveCount(0)
  await expect(dialog).toBeHidden()
  await buyerPage.goto('/dashboard')
  await expect(buyerPage.getByText('You have no orders yet.')).toBeVisible()
  await buyerPage.goto('/dev/outbox')
  await expect(buyerPage.getByRole('article').filter({ hasText: buyer.email }).first()).toContainText(
    /Order \d+ cancelled – \d+ × Powermatic Shaper/,
  )
  await buyerPage.context().close()
})

test.describe('a cancellation after the buyer has paid', () => {
  test.use({ expected: { errors: [/status of 409/] } })
  test('is explained in a sentence, and the list is updated', async ({ page, browser }) => {
    const { page: buyerPage, order } = await placeOrderInOwnBrowser(browser, 'Pia Reed', 'Circular Saw')
    await openManageOrders(page, '?q=Pia Reed')
    const row = getRow(page, 'Pia Reed')
    await expect(row.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await payOrder(buyerPage, order)
    await row.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('That order is paid already.')).toBeVisible()
    await expect(row).toContainText('order request accepted')
    await buyerPage.context().close()
  })
})

test('many orders are searched, filtered, sorted and paged, all of it in the URL', async ({ page, browser }) => {
  const {
    page: buyerPage,
    buyer,
    order,
  } = await placeOrderInOwnBrowser(browser, 'Quentin Stray', 'Farmark Tape Measure')
  await payOrder(buyerPage, order)
  await placeOrder(buyerPage, buyer, 'AG45 Angle Grinder', 50)
  await openManageOrders(page)
  await getListSearch(page).fill(buyer.email.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 to 50 of 51 orders')).toBeVisible()
  await expect(page).toHaveURL(/q=BUYER/)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('51 to 51 of 51 orders')).toBeVisible()
  await expect(page.getByRole('row').last().getByRole('cell').nth(0)).toHaveText('51')
  await expect(page.getByRole('row').last().getByRole('cell').nth(2)).toHaveText('Farmark Tape Measure')
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('51 to 51 of 51 orders')).toBeVisible()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(page.getByText('1 to 50 of 51 orders')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Previous' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Ordered Tool Name' }).click()
  await expect(page.getByRole('columnheader', { name: 'Ordered Tool Name' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('link', { name: 'Ordered Tool Name' }).click()
  await expect(page.getByRole('columnheader', { name: 'Ordered Tool Name' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('row').nth(1).getByRole('cell').nth(2)).toHaveText('Farmark Tape Measure')

  await getFilter(page, 'To deliver').click()
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await getFilter(page, 'Disputes').click()
  await expect(page.getByText('No orders fit that.')).toBeVisible()
  await expect(page).toHaveURL(/state=toShip&problem=dispute/)
  await getFilter(page, 'Disputes').click()
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  await getFilter(page, 'Shipped').click()
  await expect(page.getByText('No orders fit that.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all orders' }).click()
  await expect(getListSearch(page)).toHaveValue('')
  await buyerPage.context().close()
})
