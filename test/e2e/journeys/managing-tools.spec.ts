import { admin, expect, getCard, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { fetchTool, payOrder, placeOrder } from '#test/e2e/orders.ts'
import { getFilter, getListSearch } from '#test/e2e/paged-list.ts'
import { createJpeg } from '#test/e2e/sample-images.ts'

test.use({ expected: { errors: [/status of (400|409)/] } })

test('an admin adds a product, restocks and edits it, and takes it out', async ({ page, browser }, { project }) => {
  const name = `Cross-Peen Mallet ${project.name}`
  await logInByApi(page, admin)
  await page.goto('/dashboard/addProduct')
  const fields = page.getByRole('main').locator('form :is(input:not([type=hidden]), textarea)')
  await expect(fields.first()).toBeVisible()
  const names = await fields.evaluateAll(elements => elements.map(element => element.getAttribute('name')))
  expect(names.slice(0, 6)).toEqual(['name', 'image', 'price', 'available', 'minimum', 'description'])
  await page.getByRole('button', { name: 'Add Product' }).click()
  for (const sentence of [
    'Product name is required',
    'Product image is required',
    'Product unit price is required',
    'Available product(pieces) is required',
    'Minimum order quantity is required',
    'Product description is required',
  ])
    await expect(page.getByText(sentence)).toBeVisible()

  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Image', { exact: true }).setInputFiles({
    name: 'mallet.jpg',
    mimeType: 'image/jpeg',
    buffer: await createJpeg(500, 500),
  })
  await expect(page.getByRole('img', { name: 'The chosen file' })).toBeVisible()
  await page.getByLabel('Price').fill('0')
  await page.getByLabel('Available', { exact: true }).fill('40')
  const warning = page.getByText('More than is available: the shop will say “Out of stock”.')
  await page.getByLabel('Minimum').fill('41')
  await expect(warning).toBeVisible()
  await page.getByLabel('Minimum').fill('10')
  await expect(warning).toHaveCount(0)
  await page.getByLabel('Description').fill('Forged head, ash handle.')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Failed to added the product')).toBeVisible()
  await expect(page.getByText('The price is between 0.01 and 1,000,000.')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Forged head, ash handle.')
  await page.getByLabel('Price').fill('1.250')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('“1.250” can mean 1.25 or 1,250. Please write 1.25 or 1250.')).toBeVisible()
  await expect(page.getByLabel('Price')).toHaveValue('1.250')
  await page.getByLabel('Price').fill('12,34')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product added successfully')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await page.getByLabel('Name', { exact: true }).fill('Another one')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product image is required')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Another one')

  await page.goto('/')
  await expect(getCard(page, name)).toContainText('$12.34')
  await expect(getCard(page, name)).toContainText('Available: 40 Pieces')
  const image = getCard(page, name).locator('img')
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

  await page.goto('/dashboard/manageProducts')
  await expect(page.getByRole('columnheader')).toHaveText([
    'SL no.',
    /^Tool Name/,
    'Delete Product',
    /^Price/,
    /^Available/,
    'Minimum',
    'Edit',
  ])
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { name: `Edit ${name}` })).toBeVisible()
  await expect(page.getByRole('img', { name: 'The present picture' })).toBeVisible()

  // Ten pieces are sold while the form is open: they stay sold.
  const buyerPage = await (await browser.newContext()).newPage()
  await payOrder(buyerPage, await placeOrder(buyerPage, await signUpByApi(buyerPage), name))
  await page.getByLabel('Available').fill('140')
  await page.getByLabel('Price').fill('13.05')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/\/dashboard\/manageProducts#edit-/)
  await expect(page.getByText(`${name} is saved`)).toBeVisible()
  expect(await fetchTool(page, name)).toMatchObject({ available: 130, price: 13.05, minimum: 10 })
  await expect(row).toContainText('$13.05')

  await row.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure to delete this tool?' })
  await dialog.getByRole('button', { name: 'No' }).click()
  await expect(dialog).toBeHidden()
  await row.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(row).toHaveCount(0)
  await buyerPage.goto('/dashboard')
  await expect(buyerPage.getByRole('row').filter({ hasText: name })).toContainText('$12.34')
  await buyerPage.context().close()
})

test('an admin sells a tool in packs at price breaks, and what is wrong is said at its field', async ({ page }, {
  project,
}) => {
  const name = `Ball-Peen Mallet ${project.name}`
  const sku = `BPM-${project.name}`
  await logInByApi(page, admin)
  await page.goto('/dashboard/addProduct')
  await page.getByLabel('Name', { exact: true }).fill(name)
  const buffer = await createJpeg(500, 500)
  await page.getByLabel('Image', { exact: true }).setInputFiles({ name: 'mallet.jpg', mimeType: 'image/jpeg', buffer })
  for (const [label, value] of [
    ['Price', '10'],
    ['Available', '480'],
    ['Minimum', '20'],
    ['SKU', 'AG45-115'],
    ['Pieces per pack', '24'],
    ['Pack label', 'carton of 24'],
    ['Description', 'Forged head.'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  for (const [from, price] of [
    ['48', '9'],
    ['96', '11'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a price break' }).click()
    await expect(page.getByLabel('From pieces').last()).toBeFocused()
    await page.getByLabel('From pieces').last().fill(from)
    await page.getByLabel('Each costs').last().fill(price)
  }
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('The minimum order is a multiple of 24, the pieces per pack.')).toBeVisible()
  await expect(page.getByText('Each price break has a higher quantity and a lower price')).toBeVisible()
  await expect(page.getByLabel('From pieces').last()).toHaveValue('96')
  await page.getByLabel('Minimum').fill('24')
  await page.getByRole('button', { name: 'Remove price break 2' }).click()
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Another tool has that SKU.')).toBeVisible()
  await page.getByLabel('SKU').fill(sku)
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product added successfully')).toBeVisible()
  expect(await fetchTool(page, name)).toMatchObject({
    sku,
    increment: 24,
    unitLabel: 'carton of 24',
    priceBreaks: [{ from: 48, price: 9 }],
  })

  await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('SKU')).toHaveValue(sku)
  await expect(page.getByLabel('Each costs')).toHaveValue('9.00')
  await page.getByLabel('Each costs').fill('8.5')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(`${name} is saved`)).toBeVisible()
  const { _id: id, priceBreaks } = await fetchTool(page, name)
  expect(priceBreaks).toEqual([{ from: 48, price: 8.5 }])
  await page.goto(`/shop/${id}`)
  await expect(page.getByText('Sold by the carton of 24')).toBeVisible()
  await expect(page.getByText(`SKU: ${sku}`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Price breaks' })).toContainText('48 pieces or more$8.50 each')
})

test('the search leads from the form of a tool to that of another', async ({ page }) => {
  await logInByApi(page, admin)
  const [first, second] = [await fetchTool(page, 'Circular Saw'), await fetchTool(page, 'Longgrain Claw Hammer')]
  await page.goto(`/dashboard/manageProducts/${first._id}`)
  await expect(page.getByLabel('SKU', { exact: true })).toHaveValue(first.sku)
  await page.getByRole('textbox', { name: 'Find an order, customer or tool' }).fill(second.sku)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Edit ${second.name}` })).toBeVisible()
  await expect(page.getByLabel('SKU', { exact: true })).toHaveValue(second.sku)
})

test('tools are sorted by stock, and those to restock are found', async ({ page }) => {
  await logInByApi(page, admin)
  await page.goto('/dashboard/manageProducts')
  await page.getByRole('link', { name: 'Available' }).click()
  await expect(page).toHaveURL(/sort=available/)
  await expect(page.getByRole('row').nth(1)).toContainText('too few')
  await getFilter(page, 'To restock').click()
  await expect(page.getByText(/^\d tools$/)).toBeVisible()
  const shown = await page.getByRole('row').count()
  await expect(page.getByText('too few')).toHaveCount(shown - 1)
  await getListSearch(page).fill('zzzz')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No tools fit that.')).toBeVisible()
})

test('a change of prices without a usable percentage changes nothing, and keeps what is typed', async ({ page }) => {
  await logInByApi(page, admin)
  await page.goto('/dashboard/manageProducts?q=Jigsaw')
  await page.getByRole('rowheader').getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Change prices: 1 tool' }).click()
  const dialog = page.getByRole('dialog')
  const percent = dialog.getByLabel('By percent')
  const prices = dialog.getByRole('list', { name: 'New prices' })
  for (const [text, problem] of [
    ['-150', /^At most 99% cheaper\./],
    ['ten', /^“ten” is not a number\./],
    ['3.125', /can mean/],
  ] as const) {
    await percent.fill(text)
    await expect(percent).toHaveAccessibleDescription(problem)
    await expect(prices).toHaveCount(0)
  }
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Enter by how many percent the prices change.')).toBeVisible()
  await expect(percent).toHaveValue('3.125')
  await percent.fill('-50 %')
  await expect(prices.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'No' }).click()
})
