import type { Page } from '@playwright/test'
import { admin, callApi, expect, logInByApi, signUpVerified, test } from '#test/e2e/fixtures.ts'
import { fetchTool } from '#test/e2e/orders.ts'

const tool = 'Circular Saw'

/** A company whose contract an admin has begun on its page. */
async function foundCompany(office: Page, name: string, email: string): Promise<void> {
  const company = {
    ...{ name, taxId: '', street: '1 Forge Lane', city: 'Leeds', region: '', postalCode: '' },
    ...{ country: 'United Kingdom', phone: '555 0100', email, managerEmail: email },
  }
  const { insertedId } = await callApi(office, 'POST', '/companies', company)
  await office.goto(`/dashboard/companies/${insertedId}`)
  await office.getByRole('button', { name: 'Begin a contract' }).click()
  await expect(office.getByRole('heading', { name: `Contract of ${name}` })).toBeVisible()
}

test('an admin gives a company prices, which its members read in nine places and pay', async ({ browser }) => {
  const open = async () => (await browser.newContext()).newPage()
  const [office, page] = [await open(), await open()]
  const name = `Moss & Sons ${Date.now()}`
  await logInByApi(office, admin)
  const { email } = await signUpVerified(page, 'Ida Moss')
  await foundCompany(office, name, email)
  const { _id, sku, price } = await fetchTool(page, tool)
  expect(price).toBe(129)

  await test.step('a row has a price from a day on, and what is wrong is said at its field', async () => {
    await office.getByRole('button', { name: 'Add a row' }).click()
    const dialog = office.getByRole('dialog')
    await dialog.getByLabel('For').selectOption('a tool')
    await dialog.getByLabel('SKU').fill('NO-SUCH')
    await dialog.getByLabel('Price', { exact: true }).selectOption('a price of its own')
    await dialog.getByLabel('Price of a piece').fill('11.20')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('No tool has that SKU.')).toBeVisible()
    await dialog.getByLabel('SKU').fill(sku)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByLabel('Yes, 90 percent off or more').check()
    await dialog.getByLabel('Price of a piece').fill('112.00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(office.getByRole('row').filter({ hasText: tool })).toContainText('$112.00')
    await expect(office.getByRole('row').filter({ hasText: tool })).toContainText('In force')
  })

  await test.step('the page of the company says what they pay, and why', async () => {
    await office.getByRole('link', { name, exact: true }).click()
    await office.getByLabel('What they pay, by SKU').fill(sku.toLowerCase())
    await office.getByRole('button', { name: 'Show' }).click()
    await expect(
      office.getByText(/^Contract of .*, for this tool since .*: list \$129\.00, \$112\.00\.$/),
    ).toBeVisible()
  })

  await page.goto('/dashboard/company')
  await page.getByRole('button', { name: `Join ${name}` }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  await test.step('card, table, tool page, suggestion and purchase page', async () => {
    await page.goto(`/shop?q=${sku}`)
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: tool }) })
    await expect(card).toContainText('$112.00')
    await expect(card.getByText('list $129.00')).toBeVisible()
    await page.goto(`/shop?q=${sku}&view=table`)
    await expect(page.getByRole('row').filter({ hasText: sku })).toContainText('$112.00')
    await page.goto(`/shop/${_id}`)
    await expect(page.getByText('$112.00 yours')).toBeVisible()
    await expect(page.getByText('list $129.00')).toBeVisible()
    await page.getByLabel('Find a tool').first().fill(sku)
    const suggestion = page.getByRole('search').getByRole('link', { name: tool })
    await expect(suggestion).toContainText('$112.00')
    await page.goto(`/purchase/${_id}?quantity=8`)
    await expect(page.getByText('Total $896.00')).toBeVisible()
  })

  await test.step('cart, quick order and saved list', async () => {
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.goto('/cart')
    const line = page.getByRole('row').filter({ hasText: sku })
    await expect(line).toContainText('$112.00')
    await expect(line).toContainText('$896.00')
    await page.goto('/quick-order')
    await page.getByLabel('Paste SKUs and quantities').fill(`${sku} 8`)
    await page.getByRole('button', { name: 'Check the list' }).click()
    await expect(page.getByText('$112.00 each')).toBeVisible()
    const list = { name: 'Weekly', lines: [{ toolId: _id, quantity: 8, price: 129 }] }
    const { insertedId } = await callApi(page, 'POST', '/lists', list)
    await page.goto(`/dashboard/lists/${insertedId}`)
    await expect(page.getByRole('row').filter({ hasText: sku })).toContainText('$112.00')
  })

  await test.step('the company’s part number finds the tool in the header and in the shop', async () => {
    const number = `MOSS ${Date.now()}`
    await callApi(page, 'PUT', '/partNumbers', { lines: [{ number, sku }] })
    await page.goto('/')
    await page.getByLabel('Find a tool').first().fill(number.toLowerCase())
    const suggestion = page.getByRole('search').getByRole('link', { name: tool })
    await expect(suggestion).toContainText(`Your ${number.toLowerCase()} · ${sku}`)
    await page.getByLabel('Find a tool').first().press('Enter')
    await expect(page.getByText('your number for')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: `${tool} (${sku})` })).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { name: tool })).toBeVisible()
    await expect(page.getByText('No tool fits')).toHaveCount(0)
  })

  await test.step('order and API', async () => {
    await page.goto(`/purchase/${_id}?quantity=8`)
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Unit price')).toHaveValue('$112.00')
    await dialog.getByLabel('Phone').fill('555 0100')
    await dialog.getByLabel('Address').fill('1 Forge Lane')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL('/dashboard')
    const [order] = await callApi(page, 'GET', '/orders?limit=1')
    expect([order.price, order.totalPrice]).toEqual([112, 896])
    await page.goto(`/dashboard/orders/${order._id}`)
    await expect(page.getByRole('row').filter({ hasText: sku })).toContainText('$112.00')
    expect(await callApi(page, 'POST', '/prices', { ids: [_id] })).toEqual([{ _id, price: 112, priceBreaks: [] }])
  })

  await test.step('customer view hides the prices, also in the cart, until it is ended', async () => {
    await page.getByRole('button', { name: 'Customer view' }).click()
    await page.goto(`/shop/${_id}`)
    await expect(page.getByText('Customer view: the shop, carts and lists show list prices.')).toBeVisible()
    await expect(page.getByText('$129.00', { exact: true })).toBeVisible()
    await expect(page.getByText('$112.00')).toHaveCount(0)
    await page.goto('/cart')
    await expect(page.getByRole('row').filter({ hasText: sku })).toContainText('$129.00')
    await page.getByRole('button', { name: 'Show our prices' }).click()
    await expect(page.getByRole('row').filter({ hasText: sku })).toContainText('$112.00')
  })

  await test.step('a visitor reads list prices, and nothing of a member stays after signing out', async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.goto(`/shop/${_id}`)
    await expect(page.getByText('$129.00', { exact: true })).toBeVisible()
    await expect(page.getByText('list $129.00')).toBeHidden()
  })

  await test.step('the admin imports prices of the company from a file, and takes them back', async () => {
    await office.goBack()
    await office.getByRole('link', { name: 'Import rows' }).click()
    const text = `Preisvereinbarung 2027;;\nArtikel-Nr.;Bezeichnung;Ihr Nettopreis\n${sku};Säge;108,50\nNO-SUCH;?;3,00`
    const file = { name: 'moss.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await office.getByLabel('File', { exact: true }).setInputFiles(file)
    await office.getByRole('button', { name: 'Read the file' }).click()
    await expect(office.getByLabel('What “Ihr Nettopreis” holds')).toHaveValue('price')
    await office.getByRole('button', { name: 'Check the rows' }).click()
    await expect(office.getByRole('row').filter({ hasText: 'NO-SUCH' })).toContainText('No tool has that SKU.')
    await office.getByRole('link', { name: 'Changed 1' }).click()
    await expect(office.getByRole('row').filter({ hasText: sku })).toContainText('112.00 → 108.50')
    await office.getByRole('button', { name: 'Apply 1 row' }).click()
    await office.getByRole('button', { name: 'Yes' }).click()
    const undo = office.getByRole('button', { name: 'Undo the import' })
    await expect(undo).toBeVisible()
    await office.getByRole('link', { name: `Contract of ${name}` }).click()
    await expect(office.getByRole('row').filter({ hasText: tool })).toContainText('$108.50')
    await office.goBack()
    await undo.click()
    await office.getByRole('button', { name: 'Take back 1 row' }).click()
    await office.getByRole('button', { name: 'Yes' }).click()
    await expect(undo).toBeVisible()
    await office.getByRole('link', { name: `Contract of ${name}` }).click()
    await expect(office.getByRole('row').filter({ hasText: tool })).toContainText('$112.00')
  })
})
