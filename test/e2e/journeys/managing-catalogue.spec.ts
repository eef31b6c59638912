import { expectAccessible } from '#test/e2e/axe.ts'
import { admin, expect, logInByApi, test } from '#test/e2e/fixtures.ts'
import { getMain } from '#test/e2e/layout.ts'
import { fetchTool } from '#test/e2e/orders.ts'
import { createJpeg } from '#test/e2e/sample-images.ts'

const { step } = test

test.use({ expected: { errors: [/status of (400|409)/] } })

test('an admin keeps categories and brands, and a tool with all that its page shows', async ({ page }, { project }) => {
  const suffix = project.name
  const name = `Basalt Chisel ${suffix}`
  const category = `Stone tools ${suffix}`
  await logInByApi(page, admin)

  await step('a category is added, and refused when its name is taken', async () => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Categories and Brands' }).click()
    await page.getByRole('button', { name: 'Save the category' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Measuring')
    await page.getByRole('button', { name: 'Save the category' }).click()
    await expect(page.getByText('Another category has that name.')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill(category)
    await page.getByLabel('Parent category').selectOption('Hand tools')
    await page.getByLabel('Filters').fill('Blade width, Weight')
    await page.getByRole('button', { name: 'Save the category' }).click()
    await expect(page.getByRole('row').filter({ hasText: category })).toContainText('Blade width, Weight')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  })

  await step('a tool is added with two pictures, its brand and its specifications', async () => {
    await page.goto('/dashboard/addProduct')
    const toFile = async (fileName: string, width: number) => {
      return { name: fileName, mimeType: 'image/jpeg', buffer: await createJpeg(width, 400) }
    }
    await page.getByLabel('Image', { exact: true }).setInputFiles(await toFile('chisel.jpg', 400))
    await page.getByLabel('Add further pictures').setInputFiles([await toFile('edge.jpg', 420)])
    for (const [label, value] of [
      ['Name', name],
      ['Price', '12'],
      ['Available', '90'],
      ['Minimum', '3'],
      ['Description', 'Forged.'],
      ['Alternative text', 'The chisel on a block'],
      ['Brand', `Karst ${suffix}`],
      ['Included tax in %', '7.5'],
      ['Replacement', 'none'],
      ['Specifications', 'Blade width: 30 mm\nWeight'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByLabel('Category').selectOption(`\u2003${category}`)
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page.getByText('“Weight” needs a name, a colon and a value, such as “Power: 860 W”.')).toBeVisible()
    await page.getByLabel('Specifications').fill('Blade width: 30 mm\nWeight: 0.6 kg')
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page.getByText('No tool has that SKU.')).toBeVisible()
    await page.getByLabel('Replacement').fill('PWC-6')
    await page.getByLabel('Discontinued').check()
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page.getByText('Product added successfully')).toBeVisible()
  })

  const { _id: id } = await fetchTool(page, name)
  await step('its page shows all of it', async () => {
    await page.goto(`/shop/${id}`)
    const tool = page.getByRole('region', { name, exact: true })
    await expect(tool.getByRole('link', { name: `Karst ${suffix}` })).toBeVisible()
    await expect(tool.getByRole('img', { name: 'The chisel on a block' }).first()).toBeVisible()
    await expect(tool.getByRole('img', { name: `${name}, picture 2` })).toBeVisible()
    await expect(tool.getByRole('term').filter({ hasText: 'Weight' })).toBeVisible()
    await expect(tool.getByText('0.6 kg', { exact: true })).toBeVisible()
    await expect(tool.getByText('Discontinued: sold until the stock is gone.')).toBeVisible()
    await expect(tool.getByRole('link', { name: 'Paredge Wood Chisel Set' })).toBeVisible()
    await expectAccessible(page)
    await tool.getByRole('link', { name: `${name}, picture 2` }).click()
    await tool.getByRole('link', { name: `${name}, picture 2 Enlarge` }).click()
    await expect(page.getByRole('dialog', { name: `${name}, picture 2` })).toBeVisible()
    await expectAccessible(page, { hasText: false })
  })

  await step('pictures change places, and a form that is saved changes nothing else', async () => {
    await page.goto(`/dashboard/manageProducts/${id}`)
    await expect(page.getByLabel('Specifications')).toHaveValue('Blade width: 30 mm\nWeight: 0.6 kg')
    await expect(page.getByLabel('Included tax in %')).toHaveValue('7.5')
    await page.getByRole('button', { name: 'Move picture 2 up' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText(/ is saved$/)).toBeVisible()
    const details = await (await page.request.get(`/api/toolDetails/${id}`)).json()
    expect(details).toMatchObject({
      imageAlt: '',
      furtherImages: [{ alt: 'The chisel on a block' }],
      brand: `Karst ${suffix}`,
      discontinued: true,
      taxPercent: 7.5,
      replacement: { sku: 'PWC-6' },
    })
  })

  await step('the brand is renamed, the category changed, moved and deleted', async () => {
    await page.goto('/dashboard/categories')
    await page.getByLabel(`Name of Karst ${suffix}`).fill(`Gneiss ${suffix}`)
    await page.getByRole('button', { name: `Rename Karst ${suffix}` }).click()
    await expect(page.getByText(`The brand is Gneiss ${suffix} now`)).toBeVisible()
    await expect(page.getByRole('button', { name: `Rename Gneiss ${suffix}` })).toBeVisible()
    await page.getByRole('link', { name: `Edit ${category}` }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(category)
    await page.getByLabel('Filters').fill('Weight')
    await page.getByRole('button', { name: 'Save the category' }).click()
    const row = page.getByRole('row').filter({ hasText: category })
    await expect(row).not.toContainText('Blade width')
    // A first or last button that looks as if it worked is pressed in vain.
    await expect(page.getByRole('button', { name: 'Move Power tools up' })).toBeDisabled()
    await expect(page.getByRole('button', { name: `Move ${category} up` })).toBeEnabled()
    await page.getByRole('button', { name: `Move ${category} up` }).click()
    await expect(page.getByText(`${category} is moved`)).toBeVisible()
    await page.getByRole('button', { name: `Delete ${category}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(row).toHaveCount(0)
    // Others' actions may fill the first page.
    await page.goto(`/dashboard/adminActions?q=${suffix}`)
    await expect(getMain(page).getByText(`Category deleted: ${category}`)).toBeVisible()
    await expect(
      getMain(page).getByText(`Brand renamed: Karst ${suffix} name Karst ${suffix} → Gneiss ${suffix}`),
    ).toBeVisible()
  })
})
