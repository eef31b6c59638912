import type { Page } from '@playwright/test'
import { callApi, changeAsAdmin, expect, signUpByApi, test } from '#test/e2e/fixtures.ts'

const { step } = test

const fields = { image: '/images/jigsaw-800.webp', available: 50, minimum: 2, description: 'To order again.' }
const names = ['Again Adze', 'Again Bradawl', 'Again Chisel', 'Again Drill']
const getRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Tools at $10, as lines of four pieces. */
async function addTools(page: Page): Promise<string[]> {
  const ids: string[] = []
  await changeAsAdmin(page, async adminPage => {
    for (const name of names)
      ids.push((await callApi(adminPage, 'POST', '/addProduct', { ...fields, name, price: 10 })).insertedId)
  })
  return ids
}

test('an order is repeated after prices and stock have changed, and kept as a list', async ({ page }) => {
  const ids = await addTools(page)
  await signUpByApi(page, 'Rhea Order')
  const lines = ids.map(toolId => ({ toolId, quantity: 4, price: 10 }))
  const { orderId, number } = await callApi(page, 'POST', '/checkout', { lines, phone: '', address: '1 Forge Lane' })
  const change = (adminPage: Page, index: number, changes: object) =>
    callApi(adminPage, 'PUT', `/tool/${ids[index]}`, { ...fields, name: names[index], price: 10, ...changes })
  await changeAsAdmin(page, async adminPage => {
    await change(adminPage, 0, { price: 12 })
    await change(adminPage, 1, { available: 3 })
    await callApi(adminPage, 'DELETE', `/tool/${ids[2]}`)
  })

  await step('the difference is shown first', async () => {
    await page.goto(`/dashboard/orders/${orderId}`)
    await page.getByRole('link', { name: 'Order again' }).click()
    await expect(page.getByRole('heading', { name: `Order ${number} again` })).toBeVisible()
    await expect(page.getByText('3 lines have changed since then.')).toBeVisible()
    await expect(getRow(page, 'Again Adze')).toContainText('Each was $10.00, and is $12.00 now.')
    await expect(getRow(page, 'Again Bradawl')).toContainText('At most 3 pieces can be ordered.')
    await expect(getRow(page, 'Again Chisel')).toContainText('This tool is no longer in the catalogue.')
    await expect(page.getByText('3 lines need another look, and are not added.')).toBeVisible()
  })

  await step('each difference is resolved in place, then all goes into the cart', async () => {
    await page.getByRole('button', { name: 'Order at $12.00' }).click()
    await page.getByRole('button', { name: 'Order 3' }).click()
    await page.getByRole('button', { name: 'Remove Again Chisel' }).click()
    await expect(page.getByText('Prices and stock as of today.')).toBeVisible()
    await page.getByRole('button', { name: 'Add 3 tools to the cart' }).click()
    await expect(page.getByRole('heading', { name: 'Cart' })).toBeVisible()
    await expect(page.getByLabel('Quantity of Again Bradawl')).toHaveValue('3')
    await expect(page.getByText('Total $118.00')).toBeVisible()
  })

  await step('the cart is kept as a list, which fills it again', async () => {
    await page.getByRole('button', { name: 'Save as a list' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByLabel('Name of the list')).toHaveAccessibleDescription('The list needs a name.')
    await page.getByLabel('Name of the list').fill('Every spring')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'Saved Lists' }).click()
    await expect(page.getByRole('heading', { name: 'Every spring' })).toBeVisible()
    await page.getByLabel('Quantity of Again Drill').fill('6')
    await expect(page.getByText('Your changes are not saved yet.')).toBeVisible()
    await page.getByRole('link', { name: 'Address Book' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'No' }).click()
    await expect(page.getByRole('heading', { name: 'Every spring' })).toBeVisible()
    await page.getByLabel('Name of the list').fill('Every month')
    await page.getByRole('button', { name: 'Save the list' }).click()
    await expect(page.getByRole('heading', { name: 'Every month' })).toBeVisible()
    await expect(page.getByText('Your changes are not saved yet.')).toHaveCount(0)
    await page.reload()
    await expect(page.getByLabel('Quantity of Again Drill')).toHaveValue('6')
    await page.getByRole('button', { name: 'Add 3 tools to the cart' }).click()
    await expect(page.getByText('3 were already in it: the pieces were added together.')).toBeVisible()
    await expect(page.getByLabel('Quantity of Again Drill')).toHaveValue('10')
  })

  await page.goto('/dashboard/lists')
  await page.getByRole('button', { name: 'Delete Every month' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('No lists yet.')).toBeVisible()
})

test.describe('an order and a list of somebody else', () => {
  test.use({ expected: { errors: [/status of 404/] } })

  test('are not here', async ({ page }) => {
    await signUpByApi(page, 'Olga Owner')
    const { insertedId } = await callApi(page, 'POST', '/lists', { name: 'Mine', lines: [] })
    await signUpByApi(page, 'Oscar Other')
    await page.goto(`/dashboard/lists/${insertedId}`)
    await expect(page.getByRole('heading', { name: 'This list is not here' })).toBeVisible()
    await page.goto(`/dashboard/orders/${insertedId}/again`)
    await expect(page.getByRole('heading', { name: 'This order is not here' })).toBeVisible()
  })
})
