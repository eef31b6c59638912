import { admin, expect, logInByApi, logInByForm, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { expectLinks } from '#test/e2e/guarded-pages.ts'
import { getNavBar } from '#test/e2e/layout.ts'

const { step } = test

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
    await expect(getNavBar(page).getByRole('button', { name: 'Sign Out' })).toHaveCount(0)
  })

  test('has Dashboard, Sign Out, the name and no Login for the signed-in, and moves its highlight', async ({
    page,
  }) => {
    const { name } = await signUpByApi(page)
    await page.goto('/home')
    await expect(getNavBar(page).getByRole('button', { name: 'Sign Out' })).toBeVisible()
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
        await getNavBar(page).getByRole('link', { name }).click()
        await expect(getNavBar(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
        await expect(getNavBar(page).locator('[aria-current]')).toHaveCount(1)
      })
    await expect(page).toHaveURL('/')
  })

  test('has what only customers use for them, and not for admins', async ({ page }) => {
    const cart = page.getByRole('link', { name: /^Cart/ })
    const quickOrder = page.getByRole('banner').getByRole('link', { name: 'Quick order' })
    const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' })
    const expectShown = async (isShown: boolean) => {
      for (const item of [cart.first(), quickOrder, shortcuts]) await expect(item).toBeVisible({ visible: isShown })
      const add = page.getByRole('button', { name: /^Add to cart/ })
      if (isShown) await expect(add.first()).toBeVisible()
      else await expect(add).toHaveCount(0)
    }
    await logInByForm(page, admin)
    await expect(page.getByRole('heading', { name: 'Big Wholesale' })).toBeVisible()
    await expectShown(false)
    await page.reload()
    await expectShown(false)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(cart.first()).toBeVisible()
    await expect(quickOrder).toBeVisible()
    // A session that began before the browser knew the role.
    await logInByApi(page, admin)
    await page.goto('/home')
    await expectShown(false)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(cart.first()).toBeVisible()
    await signUpByApi(page)
    await page.goto('/home')
    await expectShown(true)
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
