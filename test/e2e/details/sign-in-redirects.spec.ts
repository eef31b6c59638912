import {
  admin,
  buyer,
  createAccount,
  createEmail,
  expect,
  getCard,
  logInByApi,
  readStoredToken,
  signUpByApi,
  test,
} from '#test/e2e/fixtures.ts'
import { getLoginHeading } from '#test/e2e/guarded-pages.ts'
import { getMain } from '#test/e2e/layout.ts'
import { fetchTool } from '#test/e2e/orders.ts'
import { getSignUpButton, getToasts, tryToLogIn } from '#test/e2e/sign-in-form.ts'

const { step } = test

test('the login and signup forms send the signed-in away', async ({ page }) => {
  await signUpByApi(page)
  for (const [path, end] of [
    ['/login', '/'],
    ['/signup', '/'],
    ['/login?from=%2Fblogs', '/blogs'],
    ['/login?from=%2Fdashboard%2Freview', '/dashboard/review'],
  ] as const)
    await step(path, async () => {
      await page.goto(path)
      await expect(page).toHaveURL(end)
      await expect(getLoginHeading(page)).toHaveCount(0)
    })
})

test('Back after a login leads to the page before it, not to the form', async ({ page }) => {
  const person = await createAccount(page)
  await page.goto('/shop')
  await getCard(page, 'Circular Saw').getByRole('link', { name: 'Buy Now' }).click()
  await expect(getMain(page).getByText('Log in to order this tool.')).toBeVisible()
  await tryToLogIn(page, person.email, person.password)
  await expect(page).toHaveURL(/\/purchase\//)
  await expect(page.getByRole('button', { name: 'Order', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/shop')
})

test('Login in the bar leads back to the page with its filters', async ({ page }) => {
  const person = await createAccount(page)
  await page.goto('/shop?q=saw&view=table')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }).click()
  await tryToLogIn(page, person.email, person.password)
  await expect(page).toHaveURL('/shop?q=saw&view=table')
})

test('a customer who came from an admin’s page lands on My Orders, signed in', async ({ page }) => {
  for (const path of ['users', 'adminActions', 'manageAllOrders', 'reviews', 'addProduct', 'manageProducts/x?q=a'])
    await step(path, async () => {
      await page.goto(`/dashboard/${path}`)
      await expect(getLoginHeading(page)).toBeVisible()
      await tryToLogIn(page, buyer.email, buyer.password)
      await expect(page).toHaveURL('/dashboard')
      await expect(getToasts(page)).toContainText('That page is for admins.')
      expect(await readStoredToken(page)).not.toBeNull()
      await page.getByRole('button', { name: 'Sign Out' }).click()
      await expect(page).toHaveURL('/home')
    })
})

test('a purchase that signing up has interrupted can be gone on with', async ({ page }) => {
  const { _id, name } = await fetchTool(page, 'Farmark Tape Measure')
  const card = page.getByRole('region', { name: 'Your purchase' })
  for (const [answer, left] of [
    ['Not now', 0],
    ['Go on', 0],
  ] as const)
    await step(answer, async () => {
      await page.goto(`/purchase/${_id}?quantity=240`)
      await getMain(page).getByRole('link', { name: 'Create an account' }).click()
      await page.getByLabel('Name').fill('Rita Moss')
      await page.getByLabel('Email', { exact: true }).fill(createEmail())
      await page.getByLabel('Password').fill('secret-7')
      await getSignUpButton(page).click()
      await expect(page).toHaveURL('/home')
      await expect(card).toContainText(`Go on with ${name}`)
      await card.getByText(answer, { exact: true }).click()
      await expect(card).toHaveCount(left)
      if (answer === 'Not now') await page.getByRole('button', { name: 'Sign Out' }).click()
    })
  await expect(page).toHaveURL(`/purchase/${_id}?quantity=240`)
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('240')
  await page.goto('/home')
  await expect(card).toHaveCount(0)
})

test('signing out in one tab signs out the others at once', async ({ page, context }) => {
  await signUpByApi(page)
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(getLoginHeading(page)).toBeVisible()
  await expect(page).toHaveURL('/login?from=%2Fdashboard%2Fprofile')
})

test('an admin who has ordered as a customer finds these orders in the profile', async ({ page }) => {
  await logInByApi(page, admin)
  await page.goto('/dashboard/ownOrders')
  await expect(getMain(page).getByRole('heading', { name: 'My Orders' })).toBeVisible()
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await expect(getMain(page).getByRole('link', { name: 'My own orders' })).toHaveCount(0)
  await page.route('**/api/orders?*', route =>
    route.fulfill({
      json: [
        {
          _id: 'x',
          number: 100_001,
          lineCount: 1,
          lines: [{ toolId: 'x', sku: 'x', toolName: 'Circular Saw', price: 1, quantity: 1, totalPrice: 1 }],
          toolName: 'Circular Saw',
          price: 1,
          quantity: '1 pieces',
          totalPrice: 1,
          paid: false,
          transactionId: null,
          userEmail: admin.email,
          userName: 'x',
          deliveryStatus: false,
          phone: '',
          address: '',
          placedAt: new Date().toISOString(),
          poNumber: '',
        },
      ],
    }),
  )
  await page.reload()
  await getMain(page).getByRole('link', { name: 'My own orders' }).click()
  await expect(page).toHaveURL('/dashboard/ownOrders')
})

test.describe('a form posted without scripts', () => {
  test('ends at a page in the frame that says that scripts are needed', async ({ page }) => {
    for (const path of ['/login', '/signup', '/purchase/x', '/dashboard/review'])
      await step(path, async () => {
        const response = await page.request.post(path, { form: { email: 'a@example.com' }, maxRedirects: 0 })
        expect([response.status(), response.headers().location]).toEqual([303, '/form-not-sent'])
      })
    await page.goto('/form-not-sent')
    await expect(page.getByRole('heading', { name: 'This form needs JavaScript' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    for (const path of ['/nothing', '/login.data', '/assets/nothing.js', '/api/nothing'])
      expect((await page.request.post(path, { maxRedirects: 0 })).status(), path).toBe(404)
  })
})
