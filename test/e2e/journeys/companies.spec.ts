import { admin, expect, logInByApi, type Person, signUpVerified, test } from '#test/e2e/fixtures.ts'
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
    await expect(manager.getByRole('heading', { name: 'Waits for you' })).toBeVisible()
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
