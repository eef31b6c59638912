import type { Page } from '@playwright/test'
import { admin, callApi, expect, logInByApi, type Person, signUpVerified, test } from '#test/e2e/fixtures.ts'
import { fetchTool, fillCard, openPurchase, submitOrder } from '#test/e2e/orders.ts'

const tool = 'Circular Saw'

test('a firm applies, a colleague joins, and what passes their amount waits for the manager', async ({ browser }) => {
  const open = async () => (await browser.newContext()).newPage()
  const [manager, colleague, office] = [await open(), await open(), await open()]
  const name = `Moss & Sons ${Date.now()}`
  await logInByApi(office, admin)
  const ida: Person = await signUpVerified(manager, 'Ida Moss')
  const ben: Person = await signUpVerified(colleague, 'Ben Cole')

  await test.step('the application waits for the shop', async () => {
    await manager.goto('/dashboard/company')
    await manager.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(manager.getByText('Street is required')).toBeVisible()
    await manager.getByLabel('Company', { exact: true }).fill(name)
    await manager.getByLabel('Street').fill('1 Forge Lane')
    await manager.getByLabel('City').fill('Leeds')
    await manager.getByLabel('Country').fill('United Kingdom')
    await manager.getByLabel('Phone').fill('555 0100')
    await manager.getByLabel('Email of the company').fill(ida.email)
    await manager.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(manager.getByText(`You have applied for ${name}`)).toBeVisible()
  })

  await test.step('an admin accepts it', async () => {
    await office.goto('/dashboard/companies?state=applied')
    await office.getByRole('link', { name, exact: true }).click()
    await office.getByRole('button', { name: `Accept ${name}` }).click()
    await expect(office.getByText('The company is accepted')).toBeVisible()
    await expect(office.getByRole('row').filter({ hasText: ida.email })).toContainText('Manager')
  })

  await test.step('the manager invites a buyer, who joins', async () => {
    await manager.reload()
    await manager.getByText('Invite somebody').click()
    await manager.getByLabel('Email', { exact: true }).fill(ben.email)
    await manager.getByLabel(/^Amount in USD/).fill('1')
    await manager.getByRole('button', { name: 'Send the invitation' }).click()
    await expect(manager.getByRole('row').filter({ hasText: ben.email })).toContainText('Buyer, up to $1.00 a day')
    await colleague.goto('/dashboard/company')
    await colleague.getByRole('button', { name: `Join ${name}` }).click()
    await expect(colleague.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(colleague.getByRole('button', { name: 'Invite somebody' })).toHaveCount(0)
  })

  await test.step('the order waits until the manager approves it', async () => {
    await openPurchase(colleague, tool)
    await submitOrder(colleague)
    const row = colleague.getByRole('row').filter({ hasText: tool })
    await expect(row).toContainText('Waiting for approval')
    await expect(row.getByRole('link', { name: 'Pay' })).toHaveCount(0)
    await manager.goto('/dashboard')
    await expect(manager.getByRole('heading', { name: 'Waiting for your approval' })).toBeVisible()
    await manager.getByRole('link', { name: /^Approve or decline order/ }).click()
    await expect(manager.getByText(ben.email)).toBeVisible()
    await manager.getByRole('button', { name: 'Approve' }).click()
    await manager.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(manager.getByText('The order is approved')).toBeVisible()
    await colleague.reload()
    await row.getByRole('link', { name: 'Pay' }).click()
    await fillCard(colleague, '4242 4242 4242 4242')
    await colleague.getByRole('button', { name: 'Pay' }).click()
    await expect(colleague.getByText('Thanks for your payment')).toBeVisible()
  })

  await test.step('another one is declined, with the reason', async () => {
    await openPurchase(colleague, tool)
    await submitOrder(colleague)
    await manager.goto('/dashboard')
    await manager.getByRole('link', { name: /^Approve or decline order/ }).click()
    await manager.getByRole('button', { name: 'Decline' }).click()
    await manager.getByRole('dialog').getByLabel('Reason, for the buyer').fill('We have enough saws.')
    await manager.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(manager.getByText('Declined: We have enough saws.')).toBeVisible()
    await colleague.goto('/dashboard')
    await colleague.getByRole('link', { name: 'See why' }).click()
    await expect(colleague.getByText('Declined: We have enough saws.')).toBeVisible()
    await colleague.getByRole('link', { name: 'Put back into the cart' }).click()
    await expect(colleague.getByRole('button', { name: 'Add 1 tool to the cart' })).toBeVisible()
  })

  await test.step('a manager changes what a colleague may order', async () => {
    await manager.goto('/dashboard/company')
    await manager.getByRole('button', { name: 'Change Ben Cole' }).click()
    await manager
      .getByRole('dialog')
      .getByLabel(/^Amount in USD/)
      .fill('5000')
    await manager.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(manager.getByRole('row').filter({ hasText: ben.email })).toContainText('Buyer, up to $5,000.00 a day')
    await expect(manager.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('an order needs the PO number that the company asks for', async () => {
    await manager.goto('/dashboard/company')
    await manager.getByLabel('Every order needs a purchase order number').check()
    await manager.getByRole('button', { name: 'Save the company' }).click()
    await expect(manager.getByText('The company is changed')).toBeVisible()
    const { _id } = await fetchTool(colleague, tool)
    await colleague.goto(`/purchase/${_id}`)
    await colleague.getByRole('button', { name: 'Order', exact: true }).click()
    const dialog = colleague.getByRole('dialog')
    await dialog.getByLabel('Phone').fill('555 0100')
    await dialog.getByLabel('Address').fill('1 Forge Lane')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Your company needs a PO number.')).toBeVisible()
    await dialog.getByLabel('PO number').fill('PO-77')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(colleague).toHaveURL('/dashboard')
  })

  await test.step('who is removed sees the orders of the company no more', async () => {
    await manager.getByRole('button', { name: 'Remove Ben Cole' }).click()
    await manager.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(manager.getByRole('row').filter({ hasText: ben.email })).toHaveCount(0)
    await colleague.goto('/dashboard')
    await expect(colleague.getByText('You have no orders yet.')).toBeVisible()
  })
})

test('a viewer shares a cart with a colleague, who orders it to a site of their company', async ({ browser }) => {
  const open = async () => (await browser.newContext()).newPage()
  const [office, manager, viewer, buyer] = [await open(), await open(), await open(), await open()]
  const name = `Vale & Co ${Date.now()}`
  await logInByApi(office, admin)
  const join = async (page: Page, person: string, companyId: string, role: string) => {
    const { email } = await signUpVerified(page, person)
    await callApi(office, 'PUT', `/companies/${companyId}/invitations/${email}`, { role })
    await callApi(page, 'PUT', `/invitations/${companyId}`)
  }
  const address = { street: '1 Forge Lane', city: 'Leeds', region: '', postalCode: '', country: 'United Kingdom' }
  const data = { name, taxId: '', ...address, phone: '555 0100', email: 'office@example.com' }
  const { insertedId: id } = await callApi(office, 'POST', '/companies', {
    ...data,
    managerEmail: 'nobody@example.com',
  })
  await join(manager, 'Mia Vale', id, 'manager')
  await join(viewer, 'Vic Lane', id, 'viewer')
  await join(buyer, 'Bea Dale', id, 'buyer')

  await test.step('a manager keeps the sites', async () => {
    await manager.goto('/dashboard/addresses')
    await manager.getByLabel('Site (optional)').fill('North yard')
    await manager.getByLabel('Name', { exact: true }).fill('Yard office')
    await manager.getByLabel('Street').fill('7 Quay Road')
    await manager.getByLabel('City').fill('Hull')
    await manager.getByLabel('Country').fill('United Kingdom')
    await manager.getByRole('button', { name: 'Save the address' }).click()
    await expect(manager.getByRole('row').filter({ hasText: 'North yard' })).toContainText('7 Quay Road')
    await buyer.goto('/dashboard/addresses')
    await expect(buyer.getByText(`Addresses with a name are sites of ${name}`)).toBeVisible()
    await expect(buyer.getByRole('row').filter({ hasText: 'North yard' })).toBeVisible()
    await expect(buyer.getByRole('link', { name: 'Edit North yard' })).toHaveCount(0)
  })

  const shared = await test.step('a viewer can’t order, but shares the cart', async () => {
    const { _id } = await fetchTool(viewer, tool)
    await viewer.goto(`/shop/${_id}`)
    await viewer.getByRole('button', { name: `Add to cart: ${tool}` }).click()
    await expect(viewer.getByRole('link', { name: 'Cart, 1 tool' })).toBeVisible()
    await viewer.goto('/cart')
    await expect(viewer.getByText(`You can’t place orders for ${name}.`)).toBeVisible()
    await viewer.getByRole('button', { name: 'Share', exact: true }).click()
    return viewer.getByRole('dialog').getByLabel('Link').inputValue()
  })

  await test.step('the link fills a colleague’s quick order once', async () => {
    await buyer.goto(shared)
    const row = buyer.getByRole('row').filter({ hasText: tool })
    await expect(row).toBeVisible()
    await expect(buyer).toHaveURL('/quick-order')
    await buyer.reload()
    await expect(buyer.getByRole('heading', { name: '1 tool can be ordered' })).toBeVisible()
    await buyer.getByRole('button', { name: 'Add 1 tool to the cart' }).click()
    await expect(buyer).toHaveURL('/cart')
    await expect(buyer.getByLabel(`Quantity of ${tool}`)).toHaveValue(/^\d+$/)
  })

  await test.step('it is ordered to the site, and a manager sees who ordered it', async () => {
    await buyer.getByRole('radio', { name: /North yard/ }).check()
    await buyer.getByRole('button', { name: 'Place order' }).click()
    await expect(buyer).toHaveURL(/payment/)
    await manager.goto('/dashboard')
    await expect(manager.getByRole('row').filter({ hasText: tool })).toContainText('Bea Dale')
  })

  await test.step('the shop sees for which company it is', async () => {
    await office.goto('/dashboard/manageAllOrders')
    await expect(office.getByRole('row').filter({ hasText: 'Bea Dale' }).filter({ hasText: name })).toBeVisible()
  })
})
