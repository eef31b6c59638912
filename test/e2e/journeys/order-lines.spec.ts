import { admin, callApi, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { checkOut } from '#test/e2e/order-page.ts'
import { payOrder } from '#test/e2e/orders.ts'
import { openDetails } from '#test/e2e/paged-list.ts'

const names = ['Circular Saw', 'Evenline Box Level', 'AG45 Angle Grinder', 'Farmark Tape Measure']

test('an order of several lines is one row, paid, delivered and cancelled as a whole', async ({ page, browser }) => {
  const buyer = await signUpByApi(page, 'Carla Cart')
  const orderId = await checkOut(page, names)
  const { lines, totalPrice, ...order } = await callApi(page, 'GET', `/order/${orderId}`)
  expect(lines).toHaveLength(4)

  await page.goto('/dashboard')
  const row = page.getByRole('row').filter({ hasText: 'Circular Saw' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Circular Saw+3')
  const pieces = lines.reduce((sum: number, line: { quantity: number }) => sum + line.quantity, 0)
  await expect(row).toContainText(`${pieces.toLocaleString('en-US')} pieces`)
  await openDetails(page, `order ${order.number}`)
  const details = page.getByRole('list', { name: `Lines of order ${order.number}` })
  for (const { toolName, quantity } of lines)
    await expect(details.getByRole('listitem').filter({ hasText: toolName })).toContainText(`${quantity} ×`)
  await page.getByRole('link', { name: 'Pay for Circular Saw and 3 more' }).click()
  await expect(page.getByText('Please Pay for Circular Saw and 3 more')).toBeVisible()
  for (const { toolName } of lines) await expect(page.getByRole('listitem').filter({ hasText: toolName })).toBeVisible()
  await expect(
    page.getByText(`Please pay $${totalPrice.toLocaleString('en-US', { minimumFractionDigits: 2 })}`),
  ).toBeVisible()
  await payOrder(page, { ...order, totalPrice })

  const adminPage = await (await browser.newContext()).newPage()
  await logInByApi(adminPage, admin)
  await adminPage.goto(`/dashboard/manageAllOrders?q=${order.number}`)
  const adminRow = adminPage.getByRole('row').filter({ hasText: buyer.name })
  await expect(adminRow).toContainText('Circular Saw+3')
  await adminPage.getByRole('button', { name: 'Deliver the order of Circular Saw and 3 more' }).click()
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await expect(adminRow).toContainText('Shipped')
  await adminPage.context().close()

  await checkOut(page, names.slice(1, 3))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Cancel the order of Evenline Box Level and 1 more' }).click()
  await expect(page.getByRole('dialog')).toContainText('Evenline Box Level and 1 more, $')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Evenline' })).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'Circular Saw' })).toHaveCount(1)
})
