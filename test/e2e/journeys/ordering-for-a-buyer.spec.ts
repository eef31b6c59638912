import { fillAddress } from '#test/e2e/address.ts'
import { admin, callApi, expect, logInByApi, signUpVerified, test } from '#test/e2e/fixtures.ts'

test('an admin orders for a buyer, who finds the order and its mail', async ({ page, browser }) => {
  const buyerPage = await (await browser.newContext()).newPage()
  const buyer = await signUpVerified(buyerPage, 'Olga Reed')
  await logInByApi(page, admin)
  await page.goto(`/dashboard/users?q=${buyer.email}`)
  await page.getByRole('link', { name: buyer.email }).click()
  await page.getByRole('link', { name: 'New order' }).click()
  await expect(page.getByRole('heading', { name: 'Order for Olga Reed' })).toBeVisible()
  await expect(page.getByText('No tools yet.')).toBeVisible()

  await page.getByLabel('Add tools').fill('MSS-125\t12\nNO-SUCH-TOOL\t3')
  await page.getByRole('button', { name: 'Add these lines' }).click()
  await expect(page.getByRole('alert')).toContainText('NO-SUCH-TOOL')
  await expect(page.getByLabel('Add tools')).toHaveValue('NO-SUCH-TOOL\t3')
  await expect(page.getByRole('row', { name: /Marble Slotting Saw/ })).toContainText('$1,206.60')
  await expect(page.getByText('$1,206.60 in all')).toBeVisible()

  await page.getByRole('button', { name: 'Place the order' }).click()
  await expect(page.getByText('Please correct the marked fields.')).toBeVisible()
  await fillAddress(page, '3 Kiln Street')
  await page.getByLabel('Purchase order number (optional)').fill('PO 77')
  await page.getByRole('button', { name: 'Place the order' }).click()
  await expect(page.getByText(/^Order \d+ is placed, and its buyer is mailed$/)).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/orders\/[\w-]+$/)

  const [order] = await callApi(buyerPage, 'GET', '/orders')
  expect(order).toMatchObject({ pieces: 12, totalPrice: 1206.6, poNumber: 'PO 77', status: 'unpaid' })
  await buyerPage.goto('/dev/outbox')
  const mail = buyerPage.getByRole('article').filter({ hasText: `Order ${order.number} (PO 77) placed` })
  await expect(mail).toContainText(buyer.email)
  await expect(mail).toContainText(`/dashboard/payment/${order._id}`)
  await buyerPage.context().close()
})
