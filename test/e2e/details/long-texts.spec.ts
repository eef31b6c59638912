import type { Locator, Page } from '@playwright/test'
import { admin, callApi, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { fetchTool, openPurchase, placeOrder } from '#test/e2e/orders.ts'

const { step } = test
const longText = 'x'.repeat(10_000)
const tooLong = /At most [\d,]+ characters, please\./
const poNumber = 'PO-2026-000417 / Northern Works Depot 12, Hall C, for the attention of Mr'

const texts = 'input:not([type=hidden], [type=file], [type=checkbox], [type=radio], [readonly], [inputmode]), textarea'

/** Pastes a long text into each field of the form, and submits it. */
async function pasteAndSubmit(page: Page, form: Locator, button: string): Promise<Locator[]> {
  await expect(form.getByRole('button', { name: button, exact: true })).toBeEnabled()
  const fields = await form.locator(texts).filter({ visible: true }).all()
  for (const field of fields) {
    await field.click()
    await field.press('ControlOrMeta+a')
    await page.keyboard.insertText(longText)
    await expect(field).toHaveValue(longText)
  }
  await form.getByRole('button', { name: button, exact: true }).click()
  return fields
}

/** Each field keeps its text and says what is wrong; the first has the focus, and an edit clears its sentence. */
async function expectSentences(page: Page, form: Locator, button: string) {
  const fields = await pasteAndSubmit(page, form, button)
  expect(fields.length).toBeGreaterThan(0)
  for (const field of fields) {
    await expect(field).toHaveAccessibleDescription(tooLong)
    await expect(field).toHaveValue(longText)
  }
  const [first] = fields
  await expect(first as Locator).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await expect(first as Locator).not.toHaveAccessibleDescription(tooLong)
  await expect(first as Locator).toHaveAttribute('aria-invalid', 'false')
}

const getForm = (page: Page, button: string) =>
  page.locator('form').filter({ has: page.getByRole('button', { name: button, exact: true }) })

test.use({ expected: { errors: [/status of 400/] } })

// Pages ask before what was typed is left.
test.beforeEach(({ page }) => {
  page.on('dialog', dialog => dialog.accept())
})

test('a buyer’s pasted texts are never cut', async ({ page }) => {
  const person = await signUpByApi(page)
  const expectAll = (button: string) => expectSentences(page, getForm(page, button), button)
  await step('profile', async () => {
    await page.goto('/dashboard/profile')
    await expectAll('SAVE')
    await expect(page.getByText(tooLong)).not.toHaveCount(0)
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/userProfile', async route => {
      await answer.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'SAVE' }).click()
    await expect(page.getByRole('button', { name: 'SAVE' })).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText(tooLong)).toHaveCount(0)
    answer.resolve()
    await expect(page.getByText(tooLong)).not.toHaveCount(0)
  })
  await step('address', async () => {
    await page.goto('/dashboard/addresses')
    await expectAll('Save the address')
  })
  await step('review', async () => {
    await page.goto('/dashboard/review')
    await page.getByLabel('Rating').fill('5')
    await page.getByLabel('Image').setInputFiles('public/images/jigsaw-800.webp')
    await expectAll('Add Review')
  })
  await step('order of one tool', async () => {
    await openPurchase(page, 'Evenline Box Level')
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    await expectSentences(page, page.getByRole('dialog'), 'Submit')
  })
  await step('order of a cart', async () => {
    const { _id, minimum, price } = await fetchTool(page, 'Evenline Box Level')
    await callApi(page, 'POST', `/cart/${_id}`, { quantity: minimum, price })
    await page.goto('/cart')
    await page.getByRole('button', { name: 'Add your references' }).click()
    await expectAll('Place order')
  })
  await step('saved list', async () => {
    await page.goto('/cart')
    await page.getByRole('button', { name: 'Save as a list' }).click()
    await expectSentences(page, page.getByRole('dialog'), 'Save')
  })
  await step('a purchase order number of 73 letters is kept', async () => {
    const { _id } = await placeOrder(page, person, 'Evenline Box Level')
    await page.goto(`/dashboard/orders/${_id}`)
    await expectAll('Save the number')
    await page.getByLabel('Purchase order number').fill(poNumber)
    await page.getByRole('button', { name: 'Save the number' }).click()
    await expect(page.getByText('The purchase order number is changed')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Purchase order number')).toHaveValue(poNumber)
  })
  await step('searches', async () => {
    for (const path of ['/shop', '/blogs']) {
      await page.goto(path)
      const field = page.locator('input[name=q]').first()
      await field.fill(longText)
      await field.press('Enter')
      await expect(page.getByRole('main').getByRole('status')).toHaveText(tooLong)
    }
  })
  await step('quick order', async () => {
    await page.goto('/quick-order')
    await page.getByLabel('SKU or name').fill(longText)
    await page.getByLabel('Quantity', { exact: true }).fill(longText)
    await page.getByRole('button', { name: 'Add a row' }).click()
    await expect(page.getByLabel('SKU of row 1')).toHaveValue(longText)
  })
})

test('an admin’s pasted texts are never cut', async ({ page }) => {
  const person = await signUpByApi(page)
  const { _id: orderId } = await placeOrder(page, person, 'Evenline Box Level')
  await logInByApi(page, admin)
  const expectAll = (button: string) => expectSentences(page, getForm(page, button), button)
  await step('account', async () => {
    const [account] = await callApi(page, 'GET', `/users?q=${encodeURIComponent(person.email)}`)
    await page.goto(`/dashboard/users/${account._id}`)
    await expectAll('Add the note')
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    await expectSentences(page, page.getByRole('dialog'), 'Block the account')
  })
  await step('order', async () => {
    await page.goto(`/dashboard/orders/${orderId}`)
    await page.getByRole('button', { name: 'Paid by bank transfer' }).click()
    await expectSentences(page, page.getByRole('dialog'), 'Mark as paid')
  })
  await step('lists', async () => {
    for (const path of ['/dashboard/manageAllOrders', '/dashboard/users', '/dashboard/manageProducts']) {
      await page.goto(path)
      await page.getByRole('searchbox', { name: 'Find' }).fill(longText)
      await page.getByRole('searchbox', { name: 'Find' }).press('Enter')
      await expect(page.getByRole('main').getByText(tooLong)).toBeVisible()
    }
  })
  await step('page', async () => {
    await page.goto('/dashboard/pages/new')
    await pasteAndSubmit(page, getForm(page, 'Save the page'), 'Save the page')
    await expect(page.getByLabel('Title')).toHaveAccessibleDescription(tooLong)
    await expect(page.getByLabel('Title')).toBeFocused()
  })
  await step('category', async () => {
    await page.goto('/dashboard/categories')
    await page.getByLabel('Name', { exact: true }).fill(longText)
    await page.getByRole('button', { name: 'Save the category' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(tooLong)
  })
  await step('tool', async () => {
    await page.goto('/dashboard/manageProducts')
    await page.getByRole('link', { name: 'Edit' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill(longText)
    await page.getByLabel('SKU', { exact: true }).fill(longText)
    await page.getByLabel('Alternative text').fill(longText)
    await page.getByRole('button', { name: 'Save changes' }).click()
    for (const name of ['Name', 'Alternative text'])
      await expect(page.getByLabel(name, { exact: true })).toHaveAccessibleDescription(tooLong)
    await expect(page.getByLabel('SKU', { exact: true })).toHaveAccessibleDescription(/up to 40 characters\.$/)
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  })
})
