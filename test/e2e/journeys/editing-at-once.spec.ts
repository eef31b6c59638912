import type { Locator, Page } from '@playwright/test'
import { callApi, expect, logInByApi, admin as shopAdmin, signUpVerified, test } from '#test/e2e/fixtures.ts'
import { checkOut } from '#test/e2e/order-page.ts'

test.use({ expected: { errors: [/status of 409/] } })

type Body = Record<string, unknown>

interface EditedForm {
  name: string
  /** Makes the record; returns how somebody else changes it. */
  setUp: (page: Page) => Promise<(fields: Body) => Promise<unknown>>
  open: (page: Page) => Promise<unknown>
  getField: (page: Page) => Locator
  save: (page: Page) => Promise<unknown>
  /** The field in the API, and what others make of it. */
  field: string
  theirs: unknown
  /** Messages show it in this form. */
  shown?: string
  mine: string
  /** Where a save leads, or what it says. */
  saved: (page: Page) => Locator
}

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const mark = () => crypto.randomUUID().slice(0, 8)

/** Forms of admins. */
function listAdminForms(): EditedForm[] {
  let path = ''
  let name = ''
  const tool = { image: '/images/jigsaw-800.webp', price: 20, minimum: 5, available: 90, description: 'Bores.' }
  return [
    {
      name: 'a tool',
      async setUp(page) {
        name = `Gimlet ${mark()}`
        const { insertedId } = await callApi(page, 'POST', '/addProduct', { ...tool, name })
        path = `/dashboard/manageProducts/${insertedId}`
        return fields => callApi(page, 'PUT', `/tool/${insertedId}`, { ...tool, name, ...fields })
      },
      open: page => page.goto(path),
      getField: page => page.getByLabel('Price', { exact: true }),
      save: page => click(page, 'Save changes'),
      field: 'price',
      theirs: 35,
      mine: '22.00',
      saved: page => page.getByText(`${name} is saved`),
    },
    {
      name: 'a category',
      async setUp(page) {
        name = `Clamps ${mark()}`
        const { slug } = await callApi(page, 'POST', '/categories', { name })
        path = `/dashboard/categories?edit=${slug}`
        return fields => callApi(page, 'PUT', `/categories/${slug}`, { name, ...fields })
      },
      open: page => page.goto(path),
      getField: page => page.getByRole('dialog').getByLabel('Name'),
      save: page => click(page, 'Save the category'),
      field: 'name',
      theirs: `Vices ${mark()}`,
      mine: `Grips ${mark()}`,
      saved: page => page.getByText(/ is changed$/),
    },
    {
      name: 'the settings',
      setUp: async page => fields => callApi(page, 'PUT', '/settings', fields),
      open: page => page.goto('/dashboard/settings'),
      getField: page => page.getByLabel('Tax id'),
      save: page => click(page, 'Save the settings'),
      field: 'sellerTaxId',
      theirs: 'DE 123',
      mine: 'DE 456',
      saved: page => page.getByText('The settings are saved'),
    },
    {
      name: 'a page',
      async setUp(page) {
        const fields = { slug: `terms-${mark()}`, title: 'Terms', body: 'Pay.' }
        await callApi(page, 'POST', '/pages', fields)
        path = `/dashboard/pages/${fields.slug}`
        return changed => callApi(page, 'PUT', `/pages/${fields.slug}`, { ...fields, ...changed })
      },
      open: page => page.goto(path),
      getField: page => page.getByLabel('Title'),
      save: page => click(page, 'Save the page'),
      field: 'title',
      theirs: 'Terms of Trade',
      mine: 'Terms and Conditions',
      saved: page => page.getByText(/^Terms .* is saved$/),
    },
  ]
}

/** Forms of buyers. */
function listBuyerForms(email: string): EditedForm[] {
  let path = ''
  return [
    {
      name: 'the profile',
      async setUp(page) {
        const profile = { name: '', email, education: 'Guild', city: 'Kyoto', phone: '1', linkedIn: 'me' }
        await callApi(page, 'POST', '/userProfile', profile)
        return fields => callApi(page, 'PUT', `/userProfile/${email}`, { ...profile, ...fields })
      },
      open: page => page.goto('/dashboard/profile'),
      getField: page => page.getByLabel('City'),
      save: page => click(page, 'UPDATE'),
      field: 'city',
      theirs: 'Łódź',
      mine: 'Tel Aviv',
      saved: page => page.getByText('Your information is update successfully'),
    },
    {
      name: 'an address',
      async setUp(page) {
        const address = { name: 'Ann', street: '1 Forge Lane', city: 'Kyoto', country: 'Japan' }
        const whole = { ...address, company: '', region: '', postalCode: '', phone: '' }
        const { insertedId } = await callApi(page, 'POST', '/addresses', whole)
        path = `/dashboard/addresses?edit=${insertedId}`
        return fields => callApi(page, 'PUT', `/addresses/${insertedId}`, { ...whole, ...fields })
      },
      open: page => page.goto(path),
      getField: page => page.getByLabel('Street'),
      save: page => click(page, 'Save the address'),
      field: 'street',
      theirs: '2 Forge Lane',
      mine: '3 Forge Lane',
      saved: page => page.getByText(/Forge Lane is changed$/),
    },
    {
      name: 'a saved list',
      async setUp(page) {
        const { insertedId } = await callApi(page, 'POST', '/lists', { name: 'Weekly', lines: [] })
        path = `/dashboard/lists/${insertedId}`
        return fields => callApi(page, 'PUT', `/lists/${insertedId}`, { name: 'Weekly', lines: [], ...fields })
      },
      open: page => page.goto(path),
      getField: page => page.getByLabel('Name of the list'),
      save: page => click(page, 'Save the list'),
      field: 'name',
      theirs: 'Monthly',
      mine: 'Yearly',
      saved: page => page.getByText(/^(Monthly|Yearly) is saved$/),
    },
    {
      name: 'a purchase order number',
      async setUp(page) {
        const id = await checkOut(page, ['Circular Saw'])
        path = `/dashboard/orders/${id}`
        return fields => callApi(page, 'PUT', `/orders/${id}/poNumber`, fields)
      },
      open: page => page.goto(path),
      getField: page => page.getByLabel('Purchase order number'),
      save: page => click(page, 'Save the number'),
      field: 'poNumber',
      theirs: 'PO 1',
      mine: 'PO 2',
      saved: page => page.getByText('The purchase order number is changed'),
    },
  ]
}

/** Others change the same field while the form is open; then, after a save, again. */
async function editAtOnce(page: Page, form: EditedForm): Promise<void> {
  const change = await form.setUp(page)
  await form.open(page)
  const field = form.getField(page)
  await field.fill(form.mine)
  await change({ [form.field]: form.theirs })
  await form.save(page)
  const shown = form.shown ?? String(form.theirs)
  const sentence = `Somebody else changed this meanwhile, to “${shown}”. Save again to replace that.`
  await expect(page.getByText(sentence).first()).toBeVisible()
  await expect(field).toHaveValue(form.mine)
  await form.save(page)
  await expect(form.saved(page)).toBeVisible()
  await form.open(page)
  await expect(field).toHaveValue(form.mine)
}

test('of two admins who change the same, the second sees what the first one did', async ({ page }) => {
  await logInByApi(page, shopAdmin)
  for (const form of listAdminForms()) await test.step(form.name, () => editAtOnce(page, form))
})

test('of two tabs in which a buyer changes the same, the second shows what the first one did', async ({ page }) => {
  const { email } = await signUpVerified(page)
  for (const form of listBuyerForms(email)) await test.step(form.name, () => editAtOnce(page, form))
})

test('what only somebody else changed stays as they left it', async ({ page }) => {
  await logInByApi(page, shopAdmin)
  const name = `Bradawl ${mark()}`
  const tool = { name, image: '/images/jigsaw-800.webp', price: 20, minimum: 5, available: 90, description: 'Bores.' }
  const { insertedId } = await callApi(page, 'POST', '/addProduct', tool)
  await page.goto(`/dashboard/manageProducts/${insertedId}`)
  await page.getByLabel('Description').fill('Bores holes.')
  await callApi(page, 'PUT', `/tool/${insertedId}`, { ...tool, price: 35 })
  await click(page, 'Save changes')
  await expect(page.getByText(`${name} is saved`)).toBeVisible()
  const saved = await callApi(page, 'GET', `/tools/${insertedId}`)
  expect([saved.price, saved.description]).toEqual([35, 'Bores holes.'])
})

test('tracking numbers and holds of an order are not replaced unseen', async ({ page }) => {
  await signUpVerified(page)
  const [held, shipped] = [await checkOut(page, ['Circular Saw']), await checkOut(page, ['Circular Saw'])]
  await logInByApi(page, shopAdmin)

  await test.step('a hold that two admins change at once', async () => {
    await page.goto(`/dashboard/orders/${held}`)
    await click(page, 'Hold until …')
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    await page.getByLabel('Hold until the end of').fill(inDays(5).slice(0, 10))
    await callApi(page, 'PUT', `/allOrders/${held}/hold`, { until: inDays(20) })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
    await expect(dialog.getByText('Somebody else changed this meanwhile, to “')).toBeVisible()
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
    await expect(page.getByText('The pieces are held', { exact: true })).toBeVisible()
    await callApi(page, 'PUT', `/allOrders/${held}/hold`, { until: inDays(25) })
    await click(page, 'Hold longer or shorter')
    await page.getByLabel('Hold until the end of').fill(inDays(9).slice(0, 10))
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
    await expect(dialog.getByText('Somebody else changed this meanwhile, to “')).toBeVisible()
    // The button waits until the page has loaded the order again.
    await expect(dialog.getByRole('button', { name: 'Hold', exact: true })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await click(page, 'Hold longer or shorter')
    await expect(page.getByLabel('Hold until the end of')).toHaveValue(inDays(25).slice(0, 10))
    await expect(dialog.getByText('Somebody else')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('a tracking number', async () => {
    await callApi(page, 'POST', `/allOrders/${shipped}/payment`, { reference: 'T 1' })
    await callApi(page, 'PATCH', `/allOrders/${shipped}`)
    const { shipments } = await callApi(page, 'GET', `/orderDetails/${shipped}`)
    await page.goto(`/dashboard/orders/${shipped}`)
    await click(page, 'Add tracking')
    await page.getByLabel('Tracking number').fill('T2')
    await callApi(page, 'PATCH', `/shipments/${shipments[0]._id}`, { carrier: 'UPS', trackingNumber: 'T1' })
    await click(page, 'Save tracking')
    await expect(page.getByText('Somebody else changed this meanwhile, to “T1”.').first()).toBeVisible()
    await expect(page.getByLabel('Tracking number')).toHaveValue('T2')
    await click(page, 'Save tracking')
    await expect(page.getByText('The tracking is changed')).toBeVisible()
    await expect(page.getByLabel('Tracking number')).toHaveCount(0)
    await expect(page.getByText('T2').first()).toBeVisible()
  })
})
