import type { Locator, Page } from '@playwright/test'
import { destinations } from '#test/e2e/destinations.ts'
import { admin, callApi, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { getNavBar } from '#test/e2e/layout.ts'
import { payOrder, placeOrder } from '#test/e2e/orders.ts'
import { withScrollbars } from '#test/e2e/public-pages.ts'

test.use(withScrollbars)

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 720 } })
  const getMenuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })

  test('the menu opens, navigates and closes', async ({ page }) => {
    await page.goto('/')
    for (const [name, path, heading] of destinations) {
      await expect(getNavBar(page).getByRole('link', { name })).toBeHidden()
      await getMenuButton(page).click()
      await expect(getNavBar(page).getByRole('link')).toHaveText([
        'Home',
        'Shop',
        'Quick order',
        'Blogs',
        'All Reviews',
        'Login',
      ])
      await getNavBar(page).getByRole('link', { name }).click()
      await expect(page).toHaveURL(url => url.pathname === path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(getNavBar(page).getByRole('link', { name })).toBeHidden()
    }
  })

  test('the menu closes by its button, by Escape and by a click beside it', async ({ page }) => {
    await page.goto('/blogs')
    const link = getNavBar(page).getByRole('link', { name: 'Shop' })
    for (const close of [
      () => getMenuButton(page).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(20, 600),
    ]) {
      await getMenuButton(page).click()
      await expect(link).toBeVisible()
      await close()
      await expect(link).toBeHidden()
    }
    await expect(page).toHaveURL('/blogs')
  })
})

test('the bar and the orders fit at every width, for a long name and a paid order', async ({ page }) => {
  const person = await signUpByApi(page, 'Wilhelmina Featherstonehaugh')
  await payOrder(page, await placeOrder(page, person, 'Evenline Box Level', 2))
  for (const width of [360, 480, 640, 768, 1024, 1180, 1280, 1920]) {
    await page.setViewportSize({ width, height: 720 })
    for (const path of ['/dashboard', '/home']) {
      await page.goto(path)
      await expect(page.getByRole('banner').getByText(person.name)).toBeAttached()
      const { scrollWidth, tallest } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        tallest: Math.max(
          ...[...document.querySelectorAll('header a, header button')].map(each => each.getBoundingClientRect().bottom),
        ),
      }))
      expect(scrollWidth, `${path} at ${width} px`).toBeLessThanOrEqual(width)
      expect(tallest, `${path} at ${width} px`).toBeLessThanOrEqual(66)
    }
  }
})

test('below 1024 px, what one does with a row is there without opening it', async ({ page }) => {
  const person = await signUpByApi(page, 'Tove Rask')
  const { _id } = await placeOrder(page, person, 'Circular Saw')
  const expectVisible = async (path: string, find: (row: Locator) => Locator[]) => {
    for (const width of [390, 768, 1000])
      await test.step(`${path} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 844 })
        await page.goto(path)
        const row = page.getByRole('row').filter({ hasText: 'Circular Saw' }).first()
        for (const each of find(row)) await expect(each).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      })
  }
  const cancel = (row: Locator) => row.getByRole('button', { name: /^Cancel the order/ })
  await expectVisible('/dashboard', row => [
    cancel(row),
    row.getByText('8 pieces'),
    row.getByText('$129.00'),
    row.getByRole('link', { name: /^Pay/ }),
  ])
  await logInByApi(page, admin)
  await expectVisible(`/dashboard/manageAllOrders?q=${person.email}`, row => [cancel(row)])
  await expectVisible('/dashboard/manageProducts?q=circular', row => [
    row.getByRole('button', { name: /^Delete Circular Saw/ }),
    row.getByRole('link', { name: /^Edit Circular Saw/ }),
  ])
  await callApi(page, 'DELETE', `/allOrders/${_id}`)
})
