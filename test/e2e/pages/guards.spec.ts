import {
  admin,
  buyer,
  createEmail,
  expect,
  logInByApi,
  logInByForm,
  readStoredToken,
  signUpByApi,
  test,
} from '#test/e2e/fixtures.ts'
import { expectLinks, expectSignedOut, getLoginHeading } from '#test/e2e/guarded-pages.ts'
import { getNavBar, getSidebar } from '#test/e2e/layout.ts'
import { fetchTool } from '#test/e2e/orders.ts'

const { step } = test
/** Pages guarded by the layouts around them alone. */
const pagesWithoutLoader = ['/dashboard/review', '/dashboard/addProduct', '/dashboard/addProduct?note=a']

test('while a page loads, the spinner covers the whole window', async ({ page }) => {
  await signUpByApi(page)
  for (const width of [390, 1280])
    await step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      // No call is answered.
      await page.route('**/api/**', () => {})
      for (const path of ['/dashboard', '/cart']) {
        await page.goto(path)
        const spinner = page.getByRole('status').filter({ hasText: 'Loading' })
        await expect(spinner).toBeVisible()
        const isCovered = await spinner.evaluate(element =>
          [...document.querySelectorAll('header :is(a, button, input)')]
            .filter(each => each.checkVisibility())
            .map(each => each.getBoundingClientRect())
            .every(({ left, top, width, height }) => {
              const hit = document.elementFromPoint(left + width / 2, top + height / 2)
              return hit === null || element.contains(hit)
            }),
        )
        expect(isCovered, path).toBe(true)
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
})

test.describe('a signed-out visitor', () => {
  test('is sent from any page of the dashboard to /login', async ({ page }) => {
    for (const path of [
      '/dashboard',
      '/dashboard/payment/x',
      '/dashboard/users',
      '/dashboard/pages/new',
      ...pagesWithoutLoader,
    ])
      await step(path, async () => {
        await page.goto(path)
        await expectSignedOut(page)
        await expect(page).toHaveURL(url => url.searchParams.get('from') === path)
      })
  })

  test('is sent from a tool to /login, and is back at exactly that tool after login', async ({ page }) => {
    const { _id, name } = await fetchTool(page, 'Marble Slotting Saw')
    const path = `/purchase/${_id}?ref=mail&note=a%20b`
    await page.goto(path)
    await expectSignedOut(page)
    await page.getByLabel('Email', { exact: true }).fill(buyer.email)
    await page.getByLabel('Password').fill(buyer.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  })

  test('is sent from Buy Now to /login and on to the tool', { tag: '@detail' }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Buy Now' }).first().click()
    await expectSignedOut(page)
    await page.getByLabel('Email', { exact: true }).fill(buyer.email)
    await page.getByLabel('Password').fill(buyer.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(/\/purchase\/[\w-]+$/)
    await expect(page.getByRole('button', { name: 'Order', exact: true })).toBeVisible()
  })

  test('is sent from /dashboard/review to /login, and is back there after login', { tag: '@detail' }, async ({
    page,
  }) => {
    await page.goto('/dashboard/review')
    await expectSignedOut(page)
    await page.getByLabel('Email', { exact: true }).fill(buyer.email)
    await page.getByLabel('Password').fill(buyer.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/review')
    await expect(page.getByRole('heading', { name: 'Add A Review' })).toBeVisible()
  })

  test('is still sent back after a wrong turn to signup and back', { tag: '@detail' }, async ({ page }) => {
    await page.goto('/dashboard/review')
    await page.getByRole('main').getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'SignUp' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await expect(getLoginHeading(page)).toBeVisible()
    await page.getByLabel('Email', { exact: true }).fill(buyer.email)
    await page.getByLabel('Password').fill(buyer.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/review')
  })

  test('ends at /home after signing up instead', async ({ page }) => {
    await page.goto('/dashboard/review')
    await page.getByRole('main').getByRole('link').click()
    await page.getByLabel('Name').fill('Rita Moss')
    await page.getByLabel('Email', { exact: true }).fill(createEmail())
    await page.getByLabel('Password').fill('secret-7')
    await page.getByRole('button', { name: 'SignUp' }).click()
    await expect(page).toHaveURL('/home')
  })
})

test('a `from` parameter of another site is ignored, on the way back from Google too', { tag: '@detail' }, async ({
  page,
}) => {
  for (const from of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
  ])
    await step(from, async () => {
      await logInByForm(page, buyer, `/login?${new URLSearchParams({ from })}`)
      await expect(page).toHaveURL('/')
      await page.goto(`/login?${new URLSearchParams({ from })}`)
      await expect(page).toHaveURL('/')
      await page.getByRole('button', { name: 'Sign Out' }).click()
      await expect(page).toHaveURL('/home')
    })

  await logInByForm(page, buyer)
  await step('on the way back from Google', async () => {
    await page.goto('/signed-in?from=//evil.example')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Big Wholesale' })).toBeVisible()
  })
})

test.describe('a customer', () => {
  test('who opens an admin page lands on /login and is signed out', async ({ page }) => {
    for (const admins of ['users', 'adminActions', 'manageAllOrders', 'reviews', 'addProduct', 'manageProducts'])
      await step(`/dashboard/${admins}`, async () => {
        await logInByApi(page, buyer)
        await page.goto(`/dashboard/${admins}`)
        await expectSignedOut(page)
        await expect(page).toHaveURL('/login')
        await expect(page.getByText('That page is for admins. You are signed out.')).toBeVisible()
        expect(await readStoredToken(page)).toBeNull()
        await page.goto('/dashboard')
        await expectSignedOut(page)
      })
  })

  test('sees My Orders, Add A Review and My Profile in the sidebar', async ({ page }) => {
    await signUpByApi(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'My Orders', level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
    await expect(page).toHaveTitle('My Orders · Big Wholesale')
    await expectLinks(page, 'Dashboard', [
      ['My Orders', '/dashboard'],
      ['Add A Review', '/dashboard/review'],
      ['My Profile', '/dashboard/profile'],
    ])
    for (const name of ['Add A Review', 'My Profile', 'My Orders']) {
      await getSidebar(page).getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      await expect(getSidebar(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
      await expect(getSidebar(page).locator('[aria-current]')).toHaveCount(1)
    }
  })
})

test.describe('an admin', () => {
  test('is redirected from My Orders to /dashboard/profile', async ({ page }) => {
    await logInByApi(page, admin)
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/dashboard/profile')
    await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
    await getNavBar(page).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard/profile')
  })

  test('is sent back to an admin page after login', { tag: '@detail' }, async ({ page }) => {
    await page.goto('/dashboard/users')
    await expectSignedOut(page)
    await page.getByLabel('Email', { exact: true }).fill(admin.email)
    await page.getByLabel('Password').fill(admin.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/users')
    await expect(page.getByRole('heading', { name: 'All Users' })).toBeVisible()
  })

  test('sees My Profile and the four admin pages in the sidebar’s list Dashboard', async ({ page }) => {
    await logInByApi(page, admin)
    await page.goto('/dashboard/profile')
    await expect(page.getByRole('heading', { name: 'My Profile', level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/dashboard/profile')
    await expect(page).toHaveTitle('My Profile · Big Wholesale')
    await expectLinks(page, 'Dashboard', [
      ['My Profile', '/dashboard/profile'],
      ['All Users', '/dashboard/users'],
      ['Manage Orders', '/dashboard/manageAllOrders'],
      ['Add A Product', '/dashboard/addProduct'],
      ['Manage Tools', '/dashboard/manageProducts'],
    ])
    for (const name of ['All Users', 'Manage Orders', 'Add A Product', 'Manage Tools', 'My Profile']) {
      await getSidebar(page).getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      await expect(getSidebar(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
      await expect(getSidebar(page).locator('[aria-current]')).toHaveCount(1)
    }
  })
})
