import type { Page } from '@playwright/test'
import { expectApart } from '#test/e2e/boxes.ts'
import { admin, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { fillCart } from '#test/e2e/order-page.ts'
import { payOrder, placeOrder } from '#test/e2e/orders.ts'
import { pasteRows } from '#test/e2e/quick-order-page.ts'

const { step } = test
const tools = ['Circular Saw', 'Evenline Box Level', 'Farmark Tape Measure', 'AG45 Angle Grinder', 'Reciprocal saw']

/** Describes the focused element if something covers the middle of it, or if that is outside of the window. */
function describeCoveredFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return
    const { left, right, top, bottom } = focused.getBoundingClientRect()
    const middle = (from: number, to: number, size: number) => (Math.max(from, 0) + Math.min(to, size)) / 2
    const hit = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight))
    if (hit && (focused.contains(hit) || hit.contains(focused)) && bottom > 0 && top < innerHeight) return
    const name = focused.getAttribute('aria-label') ?? focused.textContent
    return `${focused.tagName} “${name?.trim()}” under ${hit?.tagName} ${hit?.className}`
  })
}

async function listCoveredFocus(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const covered: string[] = []
  for (let presses = 0; presses < 70; presses++) {
    await page.keyboard.press(key)
    const description = await describeCoveredFocus(page)
    if (description) covered.push(description)
  }
  return covered
}

async function openCart(page: Page): Promise<void> {
  await page.goto('/cart')
  await expect(page.getByRole('row')).toHaveCount(tools.length + 1)
}

async function openQuickOrder(page: Page): Promise<void> {
  await page.goto('/quick-order')
  await pasteRows(page, ['CS-185 8', 'EBL-60 36', 'TSS-3 50', 'BG8 5', 'FTM-25 some', 'AG45-115 10'])
  await expect(page.getByRole('heading', { name: /can be ordered/ })).toBeFocused()
  // Suggestions for mistyped SKUs move the rows.
  await page.waitForLoadState('networkidle')
}

// A window of 1280 × 1024 at a zoom of 400 %, and a low one of which the bars take a part.
for (const viewport of [
  { width: 320, height: 256 },
  { width: 1280, height: 600 },
])
  test.describe(`in a window of ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport })

    test('nothing covers the focus in cart and quick order', async ({ page }) => {
      await signUpByApi(page)
      await fillCart(page, tools)
      for (const [name, open] of [
        ['cart', openCart],
        ['quick order', openQuickOrder],
      ] as const)
        await step(name, async () => {
          await open(page)
          for (const key of ['Tab', 'Shift+Tab'] as const)
            expect(await listCoveredFocus(page, key), `${name}, by ${key}`).toEqual([])
        })
    })
  })

test.describe('at a zoom of 400 %', () => {
  test.use({ viewport: { width: 320, height: 256 } })

  test('nothing sticks', async ({ page }) => {
    const person = await signUpByApi(page)
    await payOrder(page, await placeOrder(page, person, 'Circular Saw'))
    await fillCart(page, tools)
    const expectNothingSticky = async (paths: readonly string[]) => {
      for (const path of paths) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const sticky = await page.evaluate(() =>
          [...document.querySelectorAll('*')]
            .filter(each => getComputedStyle(each).position === 'sticky')
            .map(({ tagName, className }) => `${tagName} ${className}`),
        )
        expect(sticky, path).toEqual([])
      }
    }
    await expectNothingSticky(['/', '/shop', '/shop?view=table', '/blogs', '/cart', '/dashboard'])
    await openQuickOrder(page)
    await logInByApi(page, admin)
    await expectNothingSticky(['/dashboard/manageAllOrders', '/dashboard/addProduct', '/dashboard/overview'])
    await page.goto('/dashboard/manageAllOrders')
    await page
      .getByRole('checkbox', { name: /^Select order/ })
      .first()
      .check()
    await expect(page.locator('.selection-bar')).toHaveCSS('position', 'static')
  })

  test('a dialog opens at its question, and the dates of a period stand apart', async ({ page }) => {
    await logInByApi(page, admin)
    await page.goto('/dashboard/users')
    await page.getByRole('button', { expanded: false }).last().click()
    await page
      .getByRole('button', { name: /^Make admin/ })
      .last()
      .click()
    await expect(page.getByRole('dialog').getByRole('heading')).toBeInViewport()
    await expect(page.getByRole('dialog')).toHaveJSProperty('scrollTop', 0)
    await page.goto('/dashboard/overview')
    const [from, to] = [page.getByLabel('From'), page.getByLabel('To', { exact: true })]
    await expectApart(from, to)
    await expectApart(to, page.getByRole('button', { name: 'Show', exact: true }))
  })

  test('the menus can be scrolled to their ends', async ({ page }) => {
    await signUpByApi(page)
    await page.goto('/dashboard')
    for (const [menu, last] of [
      ['Menu', page.getByRole('button', { name: 'Sign Out' })],
      ['Dashboard menu', page.getByRole('link', { name: 'Address Book' })],
    ] as const) {
      await page.getByRole('button', { name: menu, exact: true }).click()
      await last.focus()
      await expect(last).toBeInViewport({ ratio: 0.9 })
      await page.keyboard.press('Escape')
    }
  })
})
