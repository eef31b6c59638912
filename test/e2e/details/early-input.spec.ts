import type { Locator, Page } from '@playwright/test'
import { formatMoney } from '#contract/pricing/money.ts'
import { buyer, createEmail, expect, test, waitForHydration } from '#test/e2e/fixtures.ts'
import { fetchTool } from '#test/e2e/orders.ts'
import { getToolNames } from '#test/e2e/shop-page.ts'

/** Opens the page, but holds its scripts. Returns a function that lets them in, and waits for hydration. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const release = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await release.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return async () => {
    release.resolve()
    await waitForHydration(page.locator('main'))
  }
}

interface TypedField {
  name: string
  field: Locator
  text: string
}

/** Types into all fields of the page, '30' where `texts` has nothing for the field's name. */
async function typeIntoAll(page: Page, texts: Readonly<Record<string, string>>): Promise<TypedField[]> {
  const typed: TypedField[] = []
  const fields = page.locator(':is(input:not([type=hidden], [type=file], [type=checkbox]), textarea):visible')
  for (const field of await fields.all()) {
    const name = await field.evaluate((node: HTMLInputElement) => node.labels?.[0]?.innerText ?? node.ariaLabel ?? '')
    const text = texts[name] ?? '30'
    await field.fill('')
    await field.pressSequentially(text)
    typed.push({ name, field, text })
  }
  return typed
}

async function expectSearch(page: Page, label: string, path: string) {
  await page.locator(`input[aria-label="${label}"], #q`).press('Enter')
  await expect(page).toHaveURL(path)
}

const getBox = (page: Page) => page.getByRole('textbox', { name: 'Find a tool' })

const expectAdded = (page: Page, pieces: number, name: string) =>
  expect(page.getByRole('status').filter({ hasText: `Added ${pieces} pieces of ${name}` })).toBeVisible()

interface EarlyPage {
  path: string
  fields: readonly string[]
  texts?: Readonly<Record<string, string>>
  use: (page: Page) => Promise<void>
}

const everywhere = ['Find a tool', 'Enter your email address']
const newEmail = createEmail()

const pages: readonly EarlyPage[] = [
  {
    path: '/',
    fields: everywhere,
    texts: { 'Find a tool': 'circular' },
    async use(page) {
      const suggestion = page.getByRole('banner').getByRole('listitem').filter({ hasText: 'Circular Saw' })
      await getBox(page).focus()
      await expect(suggestion).toHaveCount(0)
      await getBox(page).pressSequentially(' s')
      await expect(suggestion).toBeVisible()
    },
  },
  {
    path: '/allReviews',
    fields: everywhere,
    texts: { 'Find a tool': 'saw' },
    use: page => expectSearch(page, 'Find a tool', '/shop?q=saw'),
  },
  { path: '/blogs', fields: everywhere, use: page => expectSearch(page, 'Find a tool', '/shop?q=30') },
  {
    path: '/shop',
    fields: ['Search', 'Lowest price', 'Highest price', 'Enter your email address'],
    texts: { Search: 'saw', 'Lowest price': '120', 'Highest price': '150' },
    use: page => expectSearch(page, 'Search', '/shop?q=saw&sort=&minPrice=120&maxPrice=150'),
  },
  {
    path: '/shop?category=power-saws&view=table',
    fields: [
      'Search',
      'Lowest price',
      'Highest price',
      'Quantity of Marble Slotting Saw',
      'Quantity of Reciprocal saw',
      'Quantity of Revolt E.9V Jigsaw',
      'Quantity of Circular Saw',
      'Enter your email address',
    ],
    async use(page) {
      await page.getByRole('button', { name: 'Add to cart: Circular Saw' }).click()
      await expectAdded(page, 30, 'Circular Saw')
    },
  },
  {
    path: '/shop/{Circular Saw}',
    fields: [
      'Find a tool',
      'Quantity',
      'Quantity of Marble Slotting Saw',
      'Quantity of Reciprocal saw',
      'Quantity of Revolt E.9V Jigsaw',
      'Enter your email address',
    ],
    async use(page) {
      const { price } = await fetchTool(page, 'Circular Saw')
      await expect(page.getByText(formatMoney(price * 30, 'USD'), { exact: true })).toBeVisible()
      await page
        .getByRole('region', { name: 'Circular Saw', exact: true })
        .getByRole('button', { name: 'Add to cart' })
        .click()
      await expectAdded(page, 30, 'Circular Saw')
      await page.getByLabel('Quantity', { exact: true }).press('ArrowUp')
      await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('31')
    },
  },
  {
    path: '/shop/no-such-tool',
    fields: ['Find a tool', 'Search the shop', 'Enter your email address'],
    use: page => expectSearch(page, 'Search the shop', '/shop?q=30'),
  },
  { path: '/no-such-page', fields: ['Find a tool', 'Search', 'Enter your email address'], use: async () => {} },
  {
    path: '/quick-order',
    fields: ['Find a tool', 'Paste SKUs and quantities', 'SKU or name', 'Quantity', 'Enter your email address'],
    texts: { 'Paste SKUs and quantities': 'CS-185 40', 'SKU or name': 'EBL-600', Quantity: '36' },
    async use(page) {
      await page.getByRole('button', { name: 'Add a row' }).click()
      await expect(page.getByLabel('SKU of row 1')).toHaveValue('EBL-600')
      await expect(page.getByLabel('Quantity of row 1')).toHaveValue('36')
      await page.getByRole('button', { name: 'Check the list' }).click()
      await expect(page.getByLabel('SKU of row 2')).toHaveValue('CS-185')
      await expect(page.getByLabel('Quantity of row 2')).toHaveValue('40')
    },
  },
  {
    path: '/login',
    fields: ['Find a tool', 'Email', 'Password', 'Enter your email address'],
    texts: { Email: buyer.email, Password: buyer.password },
    async use(page) {
      await page.getByRole('button', { name: 'Forgot Password' }).click()
      await expect(page.getByText(`If ${buyer.email} has an account`)).toBeVisible()
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    },
  },
  {
    path: '/signup',
    fields: ['Find a tool', 'Name', 'Email', 'Password', 'Enter your email address'],
    texts: { Name: 'Rita Moss', Email: newEmail, Password: 'secret-7' },
    async use(page) {
      await page.getByRole('button', { name: 'SignUp' }).click()
      await expect(page).toHaveURL('/home')
      await expect(page.getByRole('banner').getByText('Rita Moss')).toBeVisible()
    },
  },
]

for (const { path, fields, texts = {}, use } of pages)
  test.describe(`what is typed on ${path} before the scripts arrive`, () => {
    test.use({ expected: { errors: path.includes('/no-such') ? [/status of 404/] : [] } })

    test('stays in all fields, and counts', async ({ page }) => {
      const [, tool] = /{(.*)}/.exec(path) ?? []
      const release = await openWithoutScripts(page, tool ? `/shop/${(await fetchTool(page, tool))._id}` : path)
      const typed = await typeIntoAll(page, texts)
      expect(typed.map(({ name }) => name)).toEqual(fields)
      await release()
      for (const { name, field, text } of typed) await expect(field, name).toHaveValue(text)
      await use(page)
    })
  })

test('what is chosen in the shop before the scripts arrive is done', async ({ page }) => {
  const release = await openWithoutScripts(page, '/shop?category=power-saws')
  await page.getByRole('searchbox', { name: 'Search' }).fill('saw')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price')
  await page.getByRole('checkbox', { name: /^Norvane/ }).check()
  await page.getByRole('checkbox', { name: /^Battery/ }).check()
  await release()
  await expect(page).toHaveURL(/\?q=saw&category=power-saws&sort=price&.*brand=norvane&spec=/)
  await expect(getToolNames(page)).toHaveText(['Reciprocal saw'])
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price')
  await expect(page.getByRole('checkbox', { name: /^Norvane/ })).toBeChecked()
})
