import { expectAccessibleAlsoNarrow } from '#test/e2e/axe.ts'
import { admin, callApi, expect, logInByApi, test } from '#test/e2e/fixtures.ts'
import { fetchTool } from '#test/e2e/orders.ts'
import { getListSearch } from '#test/e2e/paged-list.ts'

test.use({ timezoneId: 'Asia/Tokyo' })

test('an admin changes a tool, and finds it among the admin actions', async ({ page }, { project }) => {
  const name = `Ball-Peen Hammer ${project.name}`
  await logInByApi(page, admin)
  const fields = { image: '/images/claw-hammer-800.webp', minimum: 10, description: 'Forged.' }
  await callApi(page, 'POST', '/addProduct', { name, price: 12, available: 40, ...fields })
  const { _id } = await fetchTool(page, name)
  await page.goto(`/dashboard/manageProducts/${_id}`)
  await page.getByLabel('Price').fill('15')
  await page.getByLabel('Available').fill('60')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/\/dashboard\/manageProducts#edit-/)

  await page.getByRole('link', { name: 'All Users' }).click()
  await page.getByRole('link', { name: 'Admin Actions' }).click()
  await expect(page).toHaveURL('/dashboard/adminActions')
  await expect(page.getByRole('columnheader')).toHaveText(['Time', 'Who', 'What'])
  await getListSearch(page).fill(name.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]q=/)
  await expect(page.getByText('2 actions', { exact: true })).toBeVisible()
  const cells = page.getByRole('row').nth(1).getByRole('cell')
  await expect(cells.nth(1)).toHaveText(admin.email)
  await expect(cells.nth(2)).toHaveText(`Tool changed: ${name} price $12.00 → $15.00, available 40 → 60`)
  for (const part of [`Tool added: ${name}`, 'price $12.00', 'available 40', 'minimum 10'])
    await expect(page.getByRole('row').nth(2)).toContainText(part)

  const time = cells.nth(0).getByRole('time')
  const moment = (await time.getAttribute('datetime')) ?? ''
  const inUtc = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  // The reader's clock is in Tokyo; the shop's is named.
  await expect(time).toHaveText(`${new Date(moment).toLocaleString('en-US', inUtc)} UTC`)

  await expectAccessibleAlsoNarrow(page)

  await page.getByLabel('Sort by').selectOption('Oldest first')
  await expect(cells.nth(2)).toContainText('Tool added')
  await page.getByLabel('What', { exact: true }).selectOption('Tool changed')
  await expect(page.getByText('1 action', { exact: true })).toBeVisible()
  await expect(cells.nth(2)).toContainText('Tool changed')
  await page.getByLabel('What', { exact: true }).selectOption('Order delivered')
  await expect(page.getByText('No actions fit that.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all actions' }).click()
  await expect(page).toHaveURL('/dashboard/adminActions')
})
