import { fillAddress } from '#test/e2e/address.ts'
import { admin, callApi, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { downloadPdf, fillCart, getPoNumber, getSteps } from '#test/e2e/order-page.ts'
import { fetchTool } from '#test/e2e/orders.ts'

const { step } = test

test('an order is placed with a new address and a PO number, changed, and paid by transfer', async ({
  page,
  browser,
}) => {
  const buyer = await signUpByApi(page, 'Orla Page')
  await fillCart(page, ['Circular Saw', 'Evenline Box Level'])
  await page.goto('/cart')

  await step('what is missing is told at its field, and what was typed survives a reload', async () => {
    await getPoNumber(page).fill('PO-4711')
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByLabel('Street')).toHaveAccessibleDescription('Street is required')
    await expect(page.getByLabel('Street')).toBeFocused()
    await fillAddress(page, '7 Anvil Street')
    await page.getByLabel('Note to the shop').fill('Ring at the gate.')
    await page.getByRole('button', { name: 'Add your references' }).click()
    await expect(page.getByLabel(/^Your reference for /).first()).toBeFocused()
    await page.getByLabel('Your reference for Circular Saw').fill('bay 7')
    await page.reload()
    await expect(page.getByLabel('Street')).toHaveValue('7 Anvil Street')
    await expect(getPoNumber(page)).toHaveValue('PO-4711')
    await expect(page.getByLabel('Your reference for Circular Saw')).toHaveValue('bay 7')
  })

  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('Please Pay for Circular Saw and 1 more')).toBeVisible()
  const [{ _id: firstId, number: firstNumber }] = await callApi(page, 'GET', '/orders?limit=1')

  await step('its page shows lines, references, address, note, number and steps', async () => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: `Order ${firstNumber}` }).click()
    await expect(page.getByRole('heading', { name: `Order ${firstNumber}`, level: 1 })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Circular Saw' })).toContainText('reference: bay 7')
    for (const text of ['7 Anvil Street', 'Sheffield, S1 2AB', 'Ring at the gate.', 'Unpaid'])
      await expect(page.getByText(text)).toBeVisible()
    await expect(getPoNumber(page)).toHaveValue('PO-4711')
    await expect(getSteps(page)).toContainText('The pieces are not held. The order is cancelled on')
  })

  await step('changing it puts everything back into the cart', async () => {
    await page.getByRole('button', { name: 'Change this order' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByRole('heading', { name: 'Cart' })).toBeVisible()
    await page.getByLabel('Quantity of Evenline Box Level').fill('40')
    await expect(page.getByRole('row').filter({ hasText: 'Evenline' })).toContainText('$')
    await expect(getPoNumber(page)).toHaveValue('PO-4711')
    await expect(page.getByLabel('Your reference for Circular Saw')).toHaveValue('bay 7')
    await expect(page.getByRole('radio', { name: 'Another address' })).toBeChecked()
    await page.getByRole('radio', { name: /7 Anvil Street/ }).check()
    await page.getByLabel('The bill goes to the same address').uncheck()
    await expect(page.getByRole('group', { name: 'Bill to' })).toBeVisible()
    await page
      .getByRole('group', { name: 'Bill to' })
      .getByRole('radio', { name: /7 Anvil Street/ })
      .check()
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByText('Please Pay for')).toBeVisible()
  })

  const [{ _id: id, number }] = await callApi(page, 'GET', '/orders?limit=1')
  expect(id).not.toBe(firstId)
  expect((await callApi(page, 'GET', '/addresses')).length).toBe(1)
  await page.goto(`/dashboard/orders/${firstId}`)
  await expect(page.getByText('Cancelled by its buyer')).toBeVisible()

  await step('a number that another order has is told', async () => {
    await fillCart(page, ['AG45 Angle Grinder'])
    await page.goto('/cart')
    await getPoNumber(page).fill('po-4711')
    await page.getByLabel('Note to the shop').focus()
    await expect(page.getByText(`Your order ${number} has this number, too.`)).toBeVisible()
    await page.goto(`/dashboard/orders/${id}`)
    await getPoNumber(page).fill('PO-4712')
    await page.getByRole('button', { name: 'Save the number' }).click()
    await expect(page.getByText('The purchase order number is changed')).toBeVisible()
  })

  await step('an admin finds it by the number, and marks it paid', async () => {
    const adminPage = await (await browser.newContext()).newPage()
    await logInByApi(adminPage, admin)
    await adminPage.goto('/dashboard/manageAllOrders?q=po-4712')
    await adminPage.getByRole('link', { name: `Order ${number}` }).click()
    await expect(adminPage.getByText(buyer.email)).toBeVisible()
    await adminPage.getByRole('button', { name: 'Paid by bank transfer' }).click()
    await adminPage.getByLabel('Reference of the transfer').fill('SEPA 77')
    await adminPage.getByRole('button', { name: 'Mark as paid' }).click()
    await expect(adminPage.getByText('To be shipped')).toBeVisible()
    await adminPage.getByRole('button', { name: /^Ship \d/ }).click()
    await expect(getSteps(adminPage)).toContainText('Shipped')
    await adminPage.context().close()
  })

  await page.reload()
  await expect(getSteps(page)).toContainText('Paid by bank transfer')
  await expect(page.getByText('SEPA 77')).toBeVisible()
  await expect(page.getByText('PO-4712')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save the number' })).toHaveCount(0)

  await step('its invoice and delivery note are downloaded', async () => {
    const { text: invoice } = await downloadPdf(page, 'Invoice (PDF)')
    for (const text of ['PO-4712', '7 Anvil Street', 'Evenline Box Level', 'Paid by bank transfer', 'SEPA 77'])
      expect(invoice).toContain(text)
    const { text: note } = await downloadPdf(page, 'Delivery note (PDF)')
    expect(note).toContain('Your reference: bay 7')
    expect(note).not.toContain('$')
  })
})

test('an admin holds the pieces of an order, and takes what is there when a transfer comes too late', async ({
  page,
  browser,
}) => {
  const buyer = await signUpByApi(page, 'Hal Holder')
  const adminPage = await (await browser.newContext()).newPage()
  await logInByApi(adminPage, admin)
  const name = `Hold Anvil ${Date.now()}`
  const body = { name, image: '/images/jigsaw-800.webp', price: 8, minimum: 2, available: 6, description: 'Forged.' }
  const { insertedId: toolId } = await callApi(adminPage, 'POST', '/addProduct', body)
  const place = async (quantity: number) => {
    const lines = [{ toolId, quantity, price: 8 }]
    return callApi(page, 'POST', '/checkout', { lines, phone: '555 0100', address: '1 Forge Lane' })
  }
  const { orderId: held } = await place(4)
  const { orderId: late } = await place(3)

  await step('held until a day', async () => {
    await adminPage.goto(`/dashboard/orders/${held}`)
    await adminPage.getByRole('button', { name: 'Hold until …' }).click()
    await expect(adminPage.getByLabel('Hold until the end of')).toHaveValue(/^\d{4}-\d\d-\d\d$/)
    await adminPage.getByRole('dialog').getByRole('button', { name: 'Hold', exact: true }).click()
    await expect(getSteps(adminPage)).toContainText('The pieces are held until')
    await expect(adminPage.getByRole('dialog')).toHaveCount(0)
    expect((await fetchTool(adminPage, name)).available).toBe(2)
    await adminPage.goto(`/dashboard/manageAllOrders?state=held&q=${buyer.email}`)
    await expect(adminPage.getByRole('row').filter({ hasText: 'Hal Holder' })).toContainText(/UnpaidHeld until/)
    await page.goto('/dashboard')
    await expect(page.getByRole('row').filter({ hasText: '4 pieces' })).toContainText(/Held until \w{3} \d+/)
    await page.goto(`/dashboard/payment/${held}`)
    await expect(page.getByText(/^The pieces are held for you until \w{3} \d+/)).toBeVisible()
  })

  await step('a transfer that comes when pieces are missing', async () => {
    await adminPage.goto(`/dashboard/orders/${late}`)
    await adminPage.getByRole('button', { name: 'Paid by bank transfer' }).click()
    await adminPage.getByLabel('Reference of the transfer').fill('SEPA 78')
    await adminPage.getByRole('button', { name: 'Mark as paid' }).click()
    await expect(adminPage.getByText(`2 of 3 pieces of ${name} are left.`)).toBeVisible()
    await expect(adminPage.getByLabel('Reference of the transfer')).toHaveValue('SEPA 78')
    await adminPage.getByRole('button', { name: 'Take what is there' }).click()
    await expect(adminPage.getByText('To be shipped')).toBeVisible()
    await expect(adminPage.getByText('Sold out', { exact: true })).toBeVisible()
    expect((await fetchTool(adminPage, name)).available).toBe(0)
  })

  await step('the hold is ended', async () => {
    await adminPage.goto(`/dashboard/orders/${held}`)
    await adminPage.getByRole('button', { name: 'End the hold' }).click()
    await adminPage.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(getSteps(adminPage)).toContainText('The pieces are not held')
    expect((await fetchTool(adminPage, name)).available).toBe(4)
  })
  await callApi(adminPage, 'DELETE', `/tool/${toolId}`)
  await adminPage.context().close()
})

test('an address book is kept by its owner', async ({ page }) => {
  await signUpByApi(page, 'Ada Book')
  await page.goto('/dashboard/addresses')
  await expect(page.getByText('No addresses yet.')).toBeVisible()
  await fillAddress(page, '1 Forge Lane')
  await page.getByRole('button', { name: 'Save the address' }).click()
  await expect(page.getByRole('cell', { name: /1 Forge Lane/ }).first()).toBeVisible()
  await expect(page.getByLabel('Street')).toHaveValue('')
  await page.getByRole('link', { name: 'Edit 1 Forge Lane' }).click()
  await expect(page.getByLabel('Street')).toHaveValue('1 Forge Lane')
  await page.getByLabel('Street').fill('2 Dock Road')
  await page.getByLabel('City').fill(' ')
  await page.getByRole('button', { name: 'Save the address' }).click()
  await expect(page.getByLabel('City')).toHaveAccessibleDescription('City is required')
  await page.getByLabel('City').fill('Hull')
  await page.getByRole('button', { name: 'Save the address' }).click()
  await expect(page.getByRole('cell', { name: /2 Dock Road/ }).first()).toContainText('Hull')
  await page.getByRole('button', { name: 'Delete 2 Dock Road' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('No addresses yet.')).toBeVisible()
})
