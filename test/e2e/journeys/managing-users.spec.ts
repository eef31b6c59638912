import {
  admin,
  callApi,
  createEmail,
  expect,
  logInByApi,
  signUpByApi,
  signUpVerified,
  test,
} from '#test/e2e/fixtures.ts'
import { placeOrder } from '#test/e2e/orders.ts'
import { getFilter, getListSearch, openDetails } from '#test/e2e/paged-list.ts'

test('an admin makes an admin, at once, and takes the role back', async ({ page, browser }) => {
  const customerPage = await (await browser.newContext()).newPage()
  const customer = await signUpVerified(customerPage, 'Sara Thorn')
  await logInByApi(page, admin)
  await page.goto(`/dashboard/users?q=${customer.email}`)
  await expect(page.getByRole('columnheader')).toHaveText([
    'SL no.',
    /^Email/,
    'Make admin',
    'Unpaid Orders',
    'Orders',
    'Paid',
    'Last order',
  ])
  const row = page.getByRole('row').filter({ hasText: customer.email })
  await expect(row.getByRole('cell')).toHaveText([
    '1',
    `${customer.email}${customer.name}`,
    'Make admin',
    '',
    '0',
    '$0.00',
    '',
    '',
  ])
  await row.getByRole('button', { name: 'Make admin' }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Make ${customer.email} an admin\\? Admins see all`) })
  await dialog.getByRole('button', { name: 'No' }).click()
  await row.getByRole('button', { name: 'Make admin' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Successfully made an admin')).toBeVisible()
  await expect(row.getByRole('cell').nth(2)).toContainText('Admin')
  await expect(row.getByRole('button', { name: 'Make admin' })).toHaveCount(0)

  await customerPage.goto('/dashboard')
  await expect(customerPage).toHaveURL('/dashboard/profile')
  await customerPage.getByRole('link', { name: 'All Users' }).click()
  await expect(customerPage.getByRole('heading', { name: 'All Users' })).toBeVisible()

  await row.getByRole('button', { name: 'Remove admin' }).click()
  await expect(row.getByRole('button', { name: 'Make admin' })).toBeVisible()
  await customerPage.getByRole('link', { name: 'Manage Orders' }).click()
  await expect(customerPage).toHaveURL('/login')
  await expect(customerPage.getByRole('button', { name: 'Sign Out' })).toHaveCount(0)
  await customerPage.context().close()
})

test('an admin cancels all unpaid orders of a buyer after a confirmation', async ({ page, browser }) => {
  const buyerPage = await (await browser.newContext()).newPage()
  const buyer = await signUpByApi(buyerPage, 'Hugo Hoard')
  await placeOrder(buyerPage, buyer, 'Farmark Tape Measure', 3)
  await logInByApi(page, admin)
  await page.goto(`/dashboard/users?q=${buyer.email}`)
  const button = page.getByRole('button', { name: `Cancel all unpaid orders: ${buyer.email}` })
  await button.click()
  const dialog = page.getByRole('dialog', { name: `Are you sure to cancel all unpaid orders of ${buyer.email}?` })
  await dialog.getByRole('button', { name: 'No' }).click()
  expect(await callApi(buyerPage, 'GET', '/orders')).toHaveLength(3)
  const otherPage = await page.context().newPage()
  await otherPage.goto(page.url())
  const otherButton = otherPage.getByRole('button', { name: /^Cancel all/ })
  await expect(otherButton).toBeVisible()
  await button.click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Cancelled 3 orders')).toBeVisible()
  await otherButton.click()
  await otherPage.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await expect(otherPage.getByText('That person has no unpaid orders any more.')).toBeVisible()
  expect(await callApi(buyerPage, 'GET', '/orders')).toEqual([])
  await buyerPage.context().close()
})

test.describe('a demoted admin', () => {
  test.use({ expected: { errors: [/status of 403/] } })
  test('fails to make one, and is signed out', async ({ page, browser }) => {
    const otherPage = await (await browser.newContext()).newPage()
    await logInByApi(otherPage, admin)
    const former = await signUpVerified(page, 'Tom Usher')
    await callApi(otherPage, 'PUT', `/users/admin/${former.email}`)
    await page.goto(`/dashboard/users?q=${former.email}`)
    await expect(page.getByText('1 user', { exact: true })).toBeVisible()
    await page.goto('/dashboard/users?q=buyer@example.com')
    await expect(page.getByRole('button', { name: 'Make admin' })).toBeVisible()
    await callApi(otherPage, 'DELETE', `/users/admin/${former.email}`)
    await page.getByRole('button', { name: 'Make admin' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('Failed to make an admin')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await otherPage.context().close()
  })
})

test.describe('an email that was never verified', () => {
  test.use({ expected: { errors: [/status of 403/] } })
  test('makes no admin, and the page says why', async ({ page, browser }) => {
    const otherPage = await (await browser.newContext()).newPage()
    const { email } = await signUpByApi(otherPage, 'Una Proven')
    await logInByApi(page, admin)
    await page.goto(`/dashboard/users?q=${email}`)
    await page.getByRole('button', { name: 'Make admin' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByRole('status').getByText('Failed to make an admin', { exact: true })).toBeVisible()
    await expect(page.getByRole('row').getByText('That person has not verified the email yet.')).toBeVisible()
    await expect(page).toHaveURL(/dashboard\/users/)
    await expect(page.getByRole('button', { name: 'Make admin' })).toBeVisible()
    await otherPage.context().close()
  })
})

test('users are filtered by role, sorted by email and found by a part of it', async ({ page }) => {
  await logInByApi(page, admin)
  await page.goto('/dashboard/users')
  const emails = page.locator('tbody').getByRole('row').getByRole('cell').nth(1)
  await getFilter(page, 'Admins').click()
  await expect(page.getByRole('row').filter({ hasText: admin.email })).toContainText('Admin')
  await expect(page.getByRole('button', { name: 'Make admin' })).toHaveCount(0)
  await getFilter(page, 'All').click()
  await expect(page.getByRole('button', { name: /^Make admin/ }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Email' }).click()
  await expect(page).toHaveURL(/sort=email/)
  await expect(emails).toContainText(admin.email)
  await getListSearch(page).fill('uyer@exam')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('1 user', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/q=uyer%40exam&sort=email/)
  await getListSearch(page).fill(createEmail())
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No users fit that.')).toBeVisible()
})

test('the list offers to close other accounts, but not one’s own', async ({ page }) => {
  const other = await signUpByApi(page)
  await logInByApi(page, admin)
  for (const [email, count] of [
    [other.email, 1],
    [admin.email, 0],
  ] as const) {
    await page.goto(`/dashboard/users?q=${email}`)
    await openDetails(page, email)
    await expect(page.getByRole('button', { name: `Download the data of ${email}` })).toBeVisible()
    await expect(page.getByRole('button', { name: `Close account ${email}` })).toHaveCount(count)
  }
})
