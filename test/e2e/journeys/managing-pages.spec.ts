import { expectAccessible } from '#test/e2e/axe.ts'
import { admin, callApi, changeAsAdmin, expect, logInByApi, test } from '#test/e2e/fixtures.ts'
import { getFooter, getMain } from '#test/e2e/layout.ts'

const { step } = test

test.use({ expected: { errors: [/status of (404|409)/] } })

test('an admin writes a page, which the footer leads to, changes it and deletes it', async ({ page, browser }) => {
  const visitor = await (await browser.newContext()).newPage()
  const getEntry = () => getFooter(visitor).getByRole('link', { name: 'Bulk orders' })
  const save = page.getByRole('button', { name: 'Save the page' })
  const text = page.getByLabel('Text')
  await logInByApi(page, admin)

  await step('the address is suggested, and the preview shows what visitors will see', async () => {
    await page.goto('/dashboard/users')
    await page.getByRole('link', { name: 'Pages', exact: true }).click()
    await page.getByRole('link', { name: 'New page' }).click()
    await save.click()
    await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Title is required')
    await page.getByLabel('Title').fill('Bulk orders & 0.5 t pallets')
    await expect(page.getByLabel('Address')).toHaveValue('bulk-orders-0-5-t-pallets')
    await page.getByLabel('Address').fill('bulk-orders')
    await page.getByLabel('Title').fill('Bulk orders')
    await expect(page.getByLabel('Address')).toHaveValue('bulk-orders')
    await text.fill('# Pallets\n\nSee the [shop](/shop).\n\n<b>loud</b>')
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview.getByRole('heading', { name: 'Pallets', level: 2 })).toBeVisible()
    await expect(preview.getByRole('link', { name: 'shop' })).toHaveAttribute('href', '/shop')
    await expect(preview.getByText('<b>loud</b>')).toBeVisible()
    await text.fill('# Pallets and crates')
    await expect(preview.getByRole('heading', { name: 'Pallets and crates' })).toBeVisible()
  })

  await step('what is typed is not left without a question', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'No' }).click()
    await expect(text).toHaveValue('# Pallets and crates')
  })

  await step('a draft is not found, and the footer’s entry is plain text', async () => {
    await page.getByLabel('Footer entry').selectOption('Bulk orders')
    await save.click()
    await expect(page).toHaveURL('/dashboard/pages')
    await expect(page.getByRole('row').filter({ hasText: 'Bulk orders' })).toContainText('Draft')
    await visitor.goto('/pages/bulk-orders')
    await expect(visitor.getByRole('heading', { name: 'This page is not here' })).toBeVisible()
    await expect(getEntry()).toHaveCount(0)
  })

  await step('a visitor follows the footer to the published page', async () => {
    await page.getByRole('link', { name: 'Bulk orders', exact: true }).click()
    await page.getByLabel('Published').check()
    await save.click()
    await expect(page.getByRole('row').filter({ hasText: 'Bulk orders' })).toContainText('Published')
    await visitor.goto('/blogs')
    await getEntry().click()
    await expect(visitor).toHaveURL('/pages/bulk-orders')
    await expect(visitor).toHaveTitle(/^Bulk orders · /)
    await expect(visitor.getByRole('heading', { name: 'Bulk orders', level: 1 })).toBeFocused()
    await expect(getMain(visitor).getByRole('heading', { name: 'Pallets and crates', level: 2 })).toBeVisible()
    await expectAccessible(visitor)
  })

  await step('the admin’s own footer follows without a reload', async () => {
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await getFooter(page).getByRole('link', { name: 'Bulk orders' }).click()
    await expect(page).toHaveURL('/pages/bulk-orders')
  })

  await step('of two admins, the second keeps the text and learns of the first', async () => {
    await page.goto('/dashboard/pages/bulk-orders')
    await text.fill('Mine.')
    await changeAsAdmin(page, async other => {
      const written = await callApi(other, 'GET', '/allPages/bulk-orders')
      await callApi(other, 'PUT', '/pages/bulk-orders', { ...written, body: 'Theirs.' })
    })
    const read = '**/api/allPages/bulk-orders'
    const held = Promise.withResolvers<void>()
    await page.route(read, async route => {
      if (route.request().method() === 'GET') await held.promise
      await route.continue()
    })
    await save.click()
    await expect(page.getByText('Somebody else changed this meanwhile, to “Theirs.”.')).toBeVisible()
    // The refused page is still being read again.
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'No' }).click()
    held.resolve()
    await expect(text).toHaveValue('Mine.')
    await visitor.reload()
    await expect(getMain(visitor).getByText('Theirs.')).toBeVisible()
    await page.reload()
    await expect(text).toHaveValue('Theirs.')
    await text.fill('Both.')
    await save.click()
    await expect(page).toHaveURL('/dashboard/pages')
    await visitor.reload()
    await expect(getMain(visitor).getByText('Both.')).toBeVisible()
  })

  await step('an address and an entry of the footer are of one page', async () => {
    await page.getByRole('link', { name: 'New page' }).click()
    await page.getByLabel('Title').fill('Bulk orders')
    await text.fill('Again.')
    await page.getByLabel('Footer entry').selectOption('Bulk orders')
    await save.click()
    await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/^Another page has that address\./)
    await page.getByLabel('Address').fill('bulk')
    await save.click()
    await expect(page.getByLabel('Footer entry')).toHaveAccessibleDescription(/^Another page is the target/)
    await page.getByRole('link', { name: 'Admin Actions' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(getMain(page).getByText('Page changed: Bulk orders body length 7 → 5')).toBeVisible()
  })

  await step('deleted, it is not found, and the entry is plain text again', async () => {
    await page.goto('/dashboard/pages')
    await page.getByRole('button', { name: 'Delete Bulk orders' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Bulk orders' })).toHaveCount(0)
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: 'This page is not here' })).toBeVisible()
    await expect(getEntry()).toHaveCount(0)
  })
})
