import type { Page } from '@playwright/test'
import { callApi, expect, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { getFooter, getMain } from '#test/e2e/layout.ts'
import { checkOut } from '#test/e2e/order-page.ts'
import { payOrder, placeOrder } from '#test/e2e/orders.ts'

test('signed-in pages end with one line, and the contact leads to a call or a mail', async ({ page }) => {
  await signUpByApi(page)
  for (const [path, isShort] of [
    ['/dashboard/profile', true],
    ['/blogs', false],
  ] as const) {
    await page.goto(path)
    await expect(getMain(page).getByRole('heading', { level: 1 })).toBeVisible()
    const { height = 0 } = (await getFooter(page).boundingBox()) ?? {}
    expect(height < 80, path).toBe(isShort)
    await expect(getFooter(page).getByRole('link', { name: '+1 555 0100' })).toHaveAttribute('href', 'tel:+15550100')
    const mail = getFooter(page).getByRole('link', { name: 'hello@example.com' })
    await expect(mail).toHaveAttribute('href', 'mailto:hello@example.com')
  }
})

/** Expects neither the frame nor anything to press, and dark text on white. */
async function expectPrintable(page: Page): Promise<void> {
  for (const hidden of ['header', 'footer', 'nav', 'aside', 'main button', 'main .btn', 'main input'])
    for (const each of await page.locator(hidden).all()) await expect(each).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.getByRole('table')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
}

test.describe('printed without the frame, without buttons and fields, in black on white:', () => {
  test('My Orders', async ({ page }) => {
    const person = await signUpByApi(page)
    await payOrder(page, await placeOrder(page, person, 'Evenline Box Level', 2))
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.goto('/dashboard')
    await expect(page.getByRole('cell', { name: 'Evenline Box Level' }).first()).toBeVisible()
    await expect(page.getByText('Paid', { exact: true })).toBeVisible()
    await expectPrintable(page)
  })

  test('an order with its lines, its PO number and what happened, before and after it is paid', async ({ page }) => {
    await signUpByApi(page)
    const names = ['Circular Saw', 'Evenline Box Level', 'Farmark Tape Measure']
    const id = await checkOut(page, names, 'PO-4711')
    const order = await callApi(page, 'GET', `/order/${id}`)
    // A sheet of A4 without its margins.
    await page.setViewportSize({ width: 718, height: 1047 })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const state of ['Unpaid', 'To be shipped']) {
      if (state === 'To be shipped') await payOrder(page, order)
      await page.goto(`/dashboard/orders/${id}`)
      await expect(page.getByRole('heading', { name: `Order ${order.number}`, level: 1 })).toBeVisible()
      await expectPrintable(page)
      for (const name of names) await expect(page.getByRole('row').filter({ hasText: name })).toContainText('$')
      for (const text of [state, 'PO-4711', 'Placed']) await expect(page.getByText(text, { exact: true })).toBeVisible()
      const total = order.totalPrice.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
      for (const text of ['Total', total]) await expect(page.getByRole('main')).toContainText(text)
      await expect(page.getByText('1 Forge Lane')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(718)
    }
    const shownId = page.locator('code').first()
    expect(await shownId.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })
})

test('a keyboard sees where it is: the ring is whole, and dark on light', async ({ page }) => {
  await page.goto('/shop')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  const box = await page.getByRole('link', { name: 'Skip to content' }).boundingBox()
  expect(box?.width).toBeLessThan(200)
  const shop = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' })
  await shop.focus()
  await expect(shop).toHaveCSS('outline-color', 'rgb(20, 24, 31)')
  await expect(page.locator('#main-menu')).toHaveCSS('overflow', 'visible')
  const card = getMain(page).getByRole('listitem').first()
  await card.getByRole('heading').getByRole('link').focus()
  await expect(card).toHaveCSS('outline-color', 'rgb(20, 24, 31)')
  await expect(card).toHaveCSS('outline-width', '3px')
})
