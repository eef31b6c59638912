import type { Page } from '@playwright/test'
import {
  admin,
  book,
  buyer,
  enterAs,
  expect,
  logIn,
  newEmail,
  openPurchase,
  signUp,
  storedToken,
  test,
  toolNamed,
  unsigned,
} from './fixtures.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
const { step } = test
/** Pages guarded by the layouts around them alone. */
const pagesWithoutLoader = ['/dashboard/review', '/dashboard/addProduct', '/dashboard/addProduct?note=a']
const loginHeading = (page: Page) => page.getByRole('heading', { name: 'Login', level: 1 })

async function expectSignedOut(page: Page) {
  await expect(loginHeading(page)).toBeVisible()
  await expect(page).toHaveURL(url => url.pathname === '/login')
  await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
}

/** The links' texts and targets in order. */
async function expectLinks(
  page: Page,
  navigation: 'Main' | 'Dashboard',
  links: readonly (readonly [string, string])[],
) {
  const found = page.getByRole('navigation', { name: navigation }).getByRole('link')
  await expect(found).toHaveText(links.map(([text]) => text))
  for (const [index, [, target]] of links.entries()) await expect(found.nth(index)).toHaveAttribute('href', target)
}

test.describe('somebody who is not signed in', () => {
  test('is sent from any page of the dashboard to /login', async ({ page }) => {
    for (const path of ['/dashboard', '/dashboard/payment/x', '/dashboard/users', ...pagesWithoutLoader])
      await step(path, async () => {
        await page.goto(path)
        await expectSignedOut(page)
        await expect(page).toHaveURL(url => url.searchParams.get('from') === path)
      })
  })

  test('is sent from a tool to /login, and is back at exactly that tool after login', async ({ page }) => {
    const { _id, name } = await toolNamed(page, 'Marble Slotting Saw')
    const path = `/purchase/${_id}?ref=mail&note=a%20b`
    await page.goto(path)
    await expectSignedOut(page)
    await page.getByLabel('Email', { exact: true }).fill(buyer.email)
    await page.getByLabel('Password').fill(buyer.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  })

  test('is sent from Buy Now to /login and on to the tool', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Buy Now' }).first().click()
    await expectSignedOut(page)
    await page.getByLabel('Email', { exact: true }).fill(buyer.email)
    await page.getByLabel('Password').fill(buyer.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(/\/purchase\/[\w-]+$/)
    await expect(page.getByRole('button', { name: 'Order', exact: true })).toBeVisible()
  })

  test('is sent from /dashboard/review to /login, and is back there after login', async ({ page }) => {
    await page.goto('/dashboard/review')
    await expectSignedOut(page)
    await page.getByLabel('Email', { exact: true }).fill(buyer.email)
    await page.getByLabel('Password').fill(buyer.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/review')
    await expect(page.getByRole('heading', { name: 'Add A Review' })).toBeVisible()
  })

  test('is still sent back after a wrong turn to signup and back', async ({ page }) => {
    await page.goto('/dashboard/review')
    await page.getByRole('main').getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'SignUp' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await expect(loginHeading(page)).toBeVisible()
    await page.getByLabel('Email', { exact: true }).fill(buyer.email)
    await page.getByLabel('Password').fill(buyer.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/review')
  })

  test('who signs up instead ends at /home all the same', async ({ page }) => {
    await page.goto('/dashboard/review')
    await page.getByRole('main').getByRole('link').click()
    await page.getByLabel('Name').fill('Rita Moss')
    await page.getByLabel('Email', { exact: true }).fill(newEmail())
    await page.getByLabel('Password').fill('secret-7')
    await page.getByRole('button', { name: 'SignUp' }).click()
    await expect(page).toHaveURL('/home')
  })
})

test('a remembered page on another site is ignored, on the way back from Google too', async ({ page }) => {
  for (const from of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
  ])
    await step(from, async () => {
      await logIn(page, buyer, `/login?${new URLSearchParams({ from })}`)
      await expect(page).toHaveURL('/')
    })

  await step('on the way back from Google', async () => {
    await page.goto('/signed-in?from=//evil.example')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Big Wholesale' })).toBeVisible()
  })
})

test.describe('a customer', () => {
  test('who opens an admin page lands on /login and is signed out', async ({ page }) => {
    for (const admins of ['users', 'adminActions', 'manageAllOrders', 'addProduct', 'manageProducts'])
      await step(`/dashboard/${admins}`, async () => {
        await enterAs(page, buyer)
        await page.goto(`/dashboard/${admins}`)
        await expectSignedOut(page)
        await expect(page).toHaveURL('/login')
        await expect(page.getByText('That page is for admins. You are signed out.')).toBeVisible()
        expect(await storedToken(page)).toBeNull()
        await page.goto('/dashboard')
        await expectSignedOut(page)
      })
  })

  test('sees My Orders, Add A Review and My Profile in the sidebar', async ({ page }) => {
    await signUp(page)
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
      await sidebar(page).getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      await expect(sidebar(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
      await expect(sidebar(page).locator('[aria-current]')).toHaveCount(1)
    }
  })
})

test.describe('an admin', () => {
  test('is redirected from My Orders to /dashboard/profile', async ({ page }) => {
    await enterAs(page, admin)
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/dashboard/profile')
    await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
    await bar(page).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard/profile')
  })

  test('is sent back to an admin page after login', async ({ page }) => {
    await page.goto('/dashboard/users')
    await expectSignedOut(page)
    await page.getByLabel('Email', { exact: true }).fill(admin.email)
    await page.getByLabel('Password').fill(admin.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/users')
    await expect(page.getByRole('heading', { name: 'All Users' })).toBeVisible()
  })

  test('sees My Profile and the four admin pages in the sidebar', async ({ page }) => {
    await enterAs(page, admin)
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
      await sidebar(page).getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      await expect(sidebar(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
      await expect(sidebar(page).locator('[aria-current]')).toHaveCount(1)
    }
  })
})

test.describe('the navigation bar', () => {
  test('has Login and no Dashboard for visitors', async ({ page }) => {
    await page.goto('/')
    await expectLinks(page, 'Main', [
      ['Home', '/'],
      ['Shop', '/shop'],
      ['Blogs', '/blogs'],
      ['All Reviews', '/allReviews'],
      ['Login', '/login'],
    ])
    await expect(bar(page).getByRole('button', { name: 'Sign Out' })).toHaveCount(0)
  })

  test('has Dashboard, Sign Out, the name and no Login for the signed-in, and moves its highlight', async ({
    page,
  }) => {
    const { name } = await signUp(page)
    await page.goto('/home')
    await expect(bar(page).getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expect(page.getByRole('banner').getByText(name)).toBeVisible()
    await expectLinks(page, 'Main', [
      ['Home', '/'],
      ['Shop', '/shop'],
      ['Blogs', '/blogs'],
      ['All Reviews', '/allReviews'],
      ['Dashboard', '/dashboard'],
    ])
    for (const name of ['Shop', 'Blogs', 'All Reviews', 'Dashboard', 'Home'])
      await step(`to ${name}`, async () => {
        await bar(page).getByRole('link', { name }).click()
        await expect(bar(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
        await expect(bar(page).locator('[aria-current]')).toHaveCount(1)
      })
    await expect(page).toHaveURL('/')
  })
})

test.describe('an unknown path', () => {
  test.use({ expected: { errors: [/status of 404/] } })

  // test/pages.test.ts asks for more of them.
  test('shows the not-found page, whose search box does nothing', async ({ page }) => {
    const response = await page.goto('/dashboard/nothing')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'OPPS! PAGE NOT BE FOUND' })).toBeVisible()
    await expect(page.getByRole('searchbox')).toBeEditable()
    await page.getByRole('searchbox').fill('hammer')
    await page.getByRole('searchbox').press('Enter')
    await expect(page.getByRole('searchbox')).toHaveValue('hammer')
    await expect(page).toHaveURL('/dashboard/nothing')
    const back = page.getByRole('link', { name: 'Back to home page' })
    await expect(back).toHaveAttribute('href', '/')
    await back.click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Big Wholesale' })).toBeVisible()
  })
})

test.describe('a stored token that is no good', () => {
  test.use({ expected: { errors: [/status of 40[014]/] } })
  const claims = { sub: '0', email: buyer.email, name: 'Mallory' }
  const tokens = [
    ['garbage', 'garbage'],
    ['empty', ''],
    ['three pieces of garbage', 'a.b.c'],
    ['without claims', unsigned({})],
    ['long expired', unsigned({ ...claims, exp: 1 })],
    ['signed by nobody', unsigned({ ...claims, exp: 4_000_000_000 })],
  ] as const

  test('sends to /login', async ({ page }) => {
    await page.goto('/robots.txt')
    for (const [kind, token] of tokens)
      await step(`because it is ${kind}`, async () => {
        await page.evaluate(token => localStorage.setItem('accessToken', token), token)
        await page.goto('/dashboard')
        await expectSignedOut(page)
        await expect(page).toHaveURL('/login?from=%2Fdashboard')
      })
  })

  test('is renewed while the session lives', async ({ page }) => {
    const { name, email } = await signUp(page)
    for (const [kind, exp] of [
      ['expired', 1],
      ['no longer known', 4_000_000_000],
    ] as const)
      await step(`because it is ${kind}`, async () => {
        const token = unsigned({ sub: '0', email, name, exp })
        await page.evaluate(token => localStorage.setItem('accessToken', token), token)
        await page.goto('/dashboard')
        await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
        await expect(bar(page).getByRole('button', { name: 'Sign Out' })).toBeVisible()
        expect(await storedToken(page)).not.toBe(token)
      })
  })

  test('because somebody removed it sends to /login', async ({ page }) => {
    await signUp(page)
    await page.evaluate(() => localStorage.removeItem('accessToken'))
    await page.goto('/dashboard/profile')
    await expectSignedOut(page)
  })
})

test.describe('a token that is about to end', () => {
  test.use({ expected: { errors: [/status of 429/] } })

  test('is kept when its renewal is one too many', async ({ page }) => {
    await signUp(page)
    const token = await storedToken(page)
    const problem = { status: 429, json: { code: 'too_many_requests' } }
    await page.route('**/api/storeUsers/*', route => route.fulfill(problem))
    await page.clock.setFixedTime(Date.now() + 29.5 * 60_000)
    const renewal = page.waitForResponse('**/api/storeUsers/*')
    await page.goto('/dashboard')
    await renewal
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
    expect(await storedToken(page)).toBe(token)
  })
})

test.describe('a session that ends while a form is filled in', () => {
  test.use({ expected: { errors: [/status of 40[13]/] } })
  const sentence = 'Your session has ended. Log in in another tab, then submit again here.'
  const ends = [
    ['without a token', 'removed'],
    ['with a token that is refused', 'refused'],
  ] as const

  async function endSession(page: Page, how: 'removed' | 'refused') {
    await page.context().clearCookies()
    await page.evaluate(how => {
      const token = localStorage.getItem('accessToken')
      if (how === 'removed') localStorage.removeItem('accessToken')
      else localStorage.setItem('accessToken', `${token}x`)
    }, how)
  }

  async function openReview(page: Page) {
    await page.goto('/dashboard/review')
    await page.getByLabel('Comment').fill('Good saws')
    await page.getByLabel('Rating').fill('5')
    await page.getByLabel('City').fill('Leeds')
    await page.getByLabel('Image').setInputFiles('public/images/jigsaw-800.webp')
  }

  for (const [kind, how] of ends) {
    test(`keeps what was typed in a review, ${kind}`, async ({ page }) => {
      await signUp(page)
      await openReview(page)
      await endSession(page, how)
      await page.getByRole('button', { name: 'Add Review' }).click()
      await expect(page.getByText(sentence)).toBeVisible()
      await expect(page.getByLabel('Comment')).toHaveValue('Good saws')
      await expect(page).toHaveURL('/dashboard/review')
    })

    test(`keeps what was typed in a profile, ${kind}`, async ({ page }) => {
      await signUp(page)
      await page.goto('/dashboard/profile')
      for (const label of ['Education', 'City', 'Phone', 'LinkedIn']) await page.getByLabel(label).fill('typed')
      await endSession(page, how)
      await page.getByRole('button', { name: 'SAVE' }).click()
      await expect(page.getByText(sentence)).toBeVisible()
      await expect(page.getByLabel('Education')).toHaveValue('typed')
      await expect(page).toHaveURL('/dashboard/profile')
    })

    test(`keeps what was typed in an order, ${kind}`, async ({ page }) => {
      await signUp(page)
      await openPurchase(page, 'Evenline Box Level')
      await page.getByRole('button', { name: 'Order', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Address').fill('1 Forge Lane')
      await endSession(page, how)
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await expect(dialog.getByText(sentence)).toBeVisible()
      await expect(dialog.getByLabel('Address')).toHaveValue('1 Forge Lane')
    })

    test(`keeps what was typed in a tool, ${kind}`, async ({ page }) => {
      await enterAs(page, admin)
      await page.goto('/dashboard/manageProducts')
      await page.getByRole('link', { name: 'Edit' }).first().click()
      await page.getByLabel('Description', { exact: true }).fill('typed')
      await endSession(page, how)
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText(sentence)).toBeVisible()
      await expect(page.getByLabel('Description', { exact: true })).toHaveValue('typed')
    })
  }

  test('lets the same form be sent after a login in another tab', async ({ page, context }) => {
    const { email, password } = await signUp(page)
    await openReview(page)
    await endSession(page, 'removed')
    await page.getByRole('button', { name: 'Add Review' }).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await logIn(await context.newPage(), { email, password })
    await page.getByRole('button', { name: 'Add Review' }).click()
    await expect(page.getByText('Your review added successfully')).toBeVisible()
    await expect(page.getByLabel('Comment')).toHaveValue('')
  })

  test('sends a list to /login', async ({ page }) => {
    const person = await signUp(page)
    await book(page, person, 'Evenline Box Level')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await endSession(page, 'refused')
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expectSignedOut(page)
    await expect(page).toHaveURL('/login?from=%2Fdashboard')
  })
})

test.describe('a second tab', () => {
  test('shows Login as soon as the token is removed in the first', async ({ page, context }) => {
    await signUp(page)
    const other = await context.newPage()
    await other.goto('/allReviews')
    await expect(bar(other).getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await page.evaluate(() => localStorage.removeItem('accessToken'))
    await expect(bar(other).getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(bar(other).getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
    await bar(other).getByRole('link', { name: 'Login' }).click()
    await expect(loginHeading(other)).toBeVisible()
  })

  test('shows Login after a sign out in the first', async ({ page, context }) => {
    await signUp(page)
    await page.goto('/allReviews')
    const other = await context.newPage()
    await other.goto('/')
    await expect(bar(other).getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await bar(page).getByRole('button', { name: 'Sign Out' }).click()
    await expect(bar(other).getByRole('link', { name: 'Login' })).toBeVisible()
  })

  test('shows the name after a login in the first', async ({ page, context }) => {
    const other = await context.newPage()
    await other.goto('/')
    await expect(bar(other).getByRole('link', { name: 'Login' })).toBeVisible()
    const { name } = await signUp(page)
    await expect(other.getByRole('banner').getByText(name)).toBeVisible()
    await expect(bar(other).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  })
})
