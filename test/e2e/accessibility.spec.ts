import { expectAccessible } from './axe.ts'
import { admin, buyer, expect, fetchTool, logInByApi, openPurchase, placeOrder, signUpByApi, test } from './fixtures.ts'

test.describe('axe finds no violation for a signed-in account', () => {
  test('with the order dialog open', async ({ page }) => {
    await signUpByApi(page)
    await openPurchase(page, 'Farmark Tape Measure')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    await expect(page.getByRole('dialog').getByLabel('Phone')).toBeFocused()
    await expectAccessible(page)
  })

  test('on My Orders, with the question whether to cancel, and on the payment page', async ({ page }) => {
    const person = await signUpByApi(page)
    await page.goto('/dashboard')
    await expect(page.getByText('You have no orders yet.')).toBeVisible()
    await expectAccessible(page)
    await placeOrder(page, person, 'Farmark Tape Measure')
    await page.reload()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog', { name: 'Are you sure to cancel this order?' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Pay' }).click()
    await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled()
    await expectAccessible(page)
  })

  test('on the cart, empty and with a line to repair, and on the checkout', async ({ page }) => {
    await signUpByApi(page)
    await page.goto('/cart')
    await expect(page.getByText('Your cart is empty.')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/shop?q=screwdriver')
    await page.getByRole('button', { name: 'Add to cart: Trio Screwdriver Set' }).click()
    await page.getByRole('link', { name: 'Cart, 1 tool' }).click()
    await page.getByLabel('Quantity of Trio Screwdriver Set').fill('50')
    await page.setViewportSize({ width: 360, height: 720 })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Order 48' }).click()
    await page.getByRole('button', { name: 'Check out' }).click()
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
    await expectAccessible(page)
  })

  const dashboard: [path: string, person: typeof admin, title: string, button?: string][] = [
    ['/dashboard/review', buyer, 'Add A Review', 'Add Review'],
    ['/dashboard/profile', buyer, 'My Profile', 'SAVE'],
    ['/dashboard/lists', buyer, 'Saved Lists'],
    ['/dashboard/addresses', buyer, 'Address Book', 'Save the address'],
    ['/dashboard/sessions', buyer, 'Sessions'],
    ['/dashboard/twoFactor', buyer, 'Second factor'],
    ['/dashboard/users', admin, 'All Users'],
    ['/dashboard/adminActions', admin, 'Admin Actions'],
    ['/dashboard/manageAllOrders', admin, 'Manage Orders', 'Cancel'],
    ['/dashboard/reviews', admin, 'Reviews', 'Delete'],
    ['/dashboard/addProduct', admin, 'Add A Product', 'Add Product'],
    ['/dashboard/manageProducts', admin, 'Manage Tools', 'Delete'],
  ]
  for (const [path, person, title, button] of dashboard) {
    test(`on ${path}, which is titled ${title}, wide and narrow, with its messages and dialogs`, async ({ page }) => {
      if (path === '/dashboard/manageAllOrders') await placeOrder(page, await signUpByApi(page), 'Farmark Tape Measure')
      await logInByApi(page, person)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
      await expect(page).toHaveURL(path)
      await expect(page).toHaveTitle(`${title} · Big Wholesale`)
      await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 720 })
      if (button) {
        await page.getByRole('button', { name: button }).first().click()
        await expect(
          page
            .getByRole('dialog')
            .or(page.getByText(/ is required$/))
            .first(),
        ).toBeVisible()
      }
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    })
  }

  test('on the page that edits a product', async ({ page }) => {
    await logInByApi(page, admin)
    const { _id } = await fetchTool(page, 'Circular Saw')
    await page.goto(`/dashboard/manageProducts/${_id}`)
    await expect(page.getByRole('img', { name: 'The present picture' })).toBeVisible()
    await expectAccessible(page)
  })

  test('on My Orders at 360 px, with the menus open', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 720 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
    await expectAccessible(page)
    await placeOrder(page, await signUpByApi(page), 'Farmark Tape Measure')
    await page.goto('/dashboard')
    await expect(page.getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Dashboard menu' }).click()
    await expect(page.getByRole('link', { name: 'Add A Review' })).toBeVisible()
    await expectAccessible(page)
  })
})

test('the home page loads its largest content first: the banner’s image', async ({ page }) => {
  for (const width of [1280, 360])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 720 })
      await page.goto('/')
      const findLargestPaint = () =>
        page.evaluate(() => {
          const observer = new PerformanceObserver(() => {})
          observer.observe({ type: 'largest-contentful-paint', buffered: true })
          const paints = observer.takeRecords() as (PerformanceEntry & { element: Element | null })[]
          const element = paints.at(-1)?.element
          return {
            tag: element?.tagName,
            loading: element?.getAttribute('loading') ?? 'eager',
            priority: element?.getAttribute('fetchpriority'),
          }
        })
      await expect.poll(findLargestPaint).toEqual({ tag: 'IMG', loading: 'eager', priority: 'high' })
    })
})
