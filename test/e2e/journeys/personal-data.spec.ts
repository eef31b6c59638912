import { readFile } from 'node:fs/promises'
import { refusals } from '#contract/refusals.ts'
import { admin, callApi, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { placeOrder } from '#test/e2e/orders.ts'
import { openDetails } from '#test/e2e/paged-list.ts'

const { step } = test

test('a buyer downloads their data, and closes their account, which signs them out', async ({ page }) => {
  const buyer = await signUpByApi(page, 'Cleo Close')
  await placeOrder(page, buyer, 'Farmark Tape Measure')
  await page.goto('/dashboard/profile')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const data = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(data.account).toMatchObject({ name: 'Cleo Close', email: buyer.email })
  expect(data.orders).toHaveLength(1)

  await page.getByRole('button', { name: 'Close my account' }).click()
  const dialog = page.getByRole('dialog', { name: `Close the account ${buyer.email}?` })
  await dialog.getByRole('button', { name: 'Close the account' }).click()
  await expect(dialog.getByText(`Please type ${buyer.email}`)).toBeVisible()
  await dialog.getByLabel('Type the email to confirm').fill(buyer.email.toUpperCase())
  await dialog.getByRole('button', { name: 'Close the account' }).click()
  await expect(page.getByText(`The account ${buyer.email} is closed`)).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
})

test.describe('a session that began a while ago', () => {
  test.use({ expected: { errors: [/status of 403/] } })

  test('leads to the login before it closes an account, and back', async ({ page }) => {
    const buyer = await signUpByApi(page, 'Otto Old')
    await page.goto('/dashboard/profile')
    const code = 'recent_sign_in_required'
    const refusal = { status: 403, json: { code, status: 403, detail: refusals[code][1] } }
    // Not `times: 1`, whose end can swallow the next request: the sign-out.
    let isRefused = true
    await page.route('**/api/users/*', route => (isRefused ? route.fulfill(refusal) : route.continue()))
    const close = async () => {
      await page.getByRole('button', { name: 'Close my account' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Type the email to confirm').fill(buyer.email)
      await dialog.getByRole('button', { name: 'Close the account' }).click()
    }
    await close()
    await expect(page.getByText(refusals[code][1])).toBeVisible()
    await expect(page).toHaveURL(/\/login\?from=/)
    isRefused = false
    await page.getByLabel('Email', { exact: true }).fill(buyer.email)
    await page.getByLabel('Password', { exact: true }).fill(buyer.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/dashboard/profile')
    await close()
    await expect(page.getByText(`The account ${buyer.email} is closed`)).toBeVisible()
  })
})

test('an admin downloads and closes an account for somebody', async ({ page, browser }) => {
  const buyerPage = await (await browser.newContext()).newPage()
  const buyer = await signUpByApi(buyerPage, 'Sam Somebody')
  await logInByApi(page, admin)
  await page.goto(`/dashboard/users?q=${buyer.email}`)
  await openDetails(page, buyer.email)
  const list = /\/api\/users\?/
  const listMayLoad = Promise.withResolvers<void>()
  await page.route(list, async route => {
    await listMayLoad.promise
    await route.continue()
  })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download the data of ${buyer.email}` }).click()
  expect(JSON.parse(await readFile(await (await download).path(), 'utf8')).account.name).toBe('Sam Somebody')
  await step('closing the details leaves the focus where it is, also while the list loads again', async () => {
    const details = page.getByRole('button', { name: `Details of ${buyer.email}` })
    const closeAndOpen = async () => {
      await details.click()
      await expect(details).toHaveAttribute('aria-expanded', 'false')
      await expect(details).toBeFocused()
      await details.click()
    }
    await closeAndOpen()
    const loaded = page.waitForResponse(list)
    listMayLoad.resolve()
    await loaded
    await closeAndOpen()
  })
  await page.getByRole('button', { name: `Close account ${buyer.email}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Keep them, without name and photo').check()
  await dialog.getByLabel('Type the email to confirm').fill(buyer.email)
  await dialog.getByRole('button', { name: 'Close the account' }).click()
  await expect(page.getByText('No users fit that.')).toBeVisible()
  const actions = await callApi(page, 'GET', `/adminActions?q=${buyer.email}&sort=oldest`)
  expect(actions.map(({ action }: { action: string }) => action)).toEqual(['export_data', 'close_account'])
  await buyerPage.context().close()
})
