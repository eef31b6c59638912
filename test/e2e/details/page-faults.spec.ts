import type { Page } from '@playwright/test'
import { buyer, expect, logInByForm, test } from '#test/e2e/fixtures.ts'
import { getNavBar } from '#test/e2e/layout.ts'
import { fetchTool } from '#test/e2e/orders.ts'
import { checkList, getQuantity, pasteRows } from '#test/e2e/quick-order-page.ts'
import { getToasts, tryToLogIn } from '#test/e2e/sign-in-form.ts'

const { step } = test

/** Browsers that block cookies refuse storage by an exception, too. */
function blockStorage(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, get: refuse })
}

function fillStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

const isUnstored = 'This browser stores nothing now.'

for (const [state, prepare] of [
  ['blocked', blockStorage],
  ['full', fillStorage],
] as const)
  test.describe(`with ${state} storage`, () => {
    // React Router's restoration of scroll positions reports blocked storage, and does without.
    test.use({ expected: { errors: [/operation is insecure/] } })

    test('cart, quick order and login work until the page is loaded again', async ({ page }) => {
      const tool = await fetchTool(page, 'Circular Saw')
      await page.addInitScript(prepare)

      await step('cart', async () => {
        await page.goto(`/shop/${tool._id}`)
        await page.getByRole('button', { name: 'Add to cart' }).first().click()
        await expect(getToasts(page)).toContainText(`${isUnstored} Your cart is kept until`)
        await page.getByRole('link', { name: /^Cart/ }).first().click()
        await expect(page.getByRole('row').filter({ hasText: tool.name })).toBeVisible()
      })

      await step('quick order', async () => {
        await page.goto('/quick-order')
        await pasteRows(page, [`${tool.sku}\t${tool.minimum}`])
        await expect(getQuantity(page, 1)).toHaveValue(String(tool.minimum))
        await expect(getToasts(page)).toContainText(`${isUnstored} Your list is kept until`)
      })

      await step('login', async () => {
        await logInByForm(page, buyer)
        await expect(getToasts(page)).toContainText(`${isUnstored} You stay logged in until`)
        await expect(getNavBar(page).getByRole('button', { name: 'Sign Out' })).toBeVisible()
      })
    })
  })

test.describe('without cookies', () => {
  test.use({ expected: { errors: [/status of 401/] } })

  test('a login says that it needs them', async ({ page }) => {
    await page.route('**/api/auth/sign-in/email', async (route, request) => {
      const headers = { ...request.headers(), origin: new URL(request.url()).origin }
      const response = await fetch(request.url(), { method: 'POST', headers, body: request.postData() })
      await route.fulfill({ status: response.status, contentType: 'application/json', body: await response.text() })
    })
    await page.goto('/login')
    await tryToLogIn(page, buyer.email, buyer.password)
    await expect(page.getByRole('alert')).toHaveText(/^Logging in needs cookies/)
  })
})

test.describe('a failure', () => {
  test.use({ expected: { errors: [/ERR_FAILED/] } })

  const expectAlert = (page: Page, text: string) => expect(page.getByRole('main').getByRole('alert')).toHaveText(text)

  test('names what failed', async ({ page }) => {
    await page.goto('/quick-order')

    await step('a part of the page that does not arrive', async () => {
      await page.route('**/papaparse*', route => route.abort())
      await pasteRows(page, ['DP12 5'])
      await expectAlert(page, 'Part of this page did not arrive. Please try again.')
      await page.unroute('**/papaparse*')
    })

    await step('the network', async () => {
      // A browser keeps a module that has failed: https://github.com/whatwg/html/issues/6768.
      await page.reload()
      await page.route('**/api/toolLookup', route => route.abort())
      await pasteRows(page, ['DP12 5'])
      await expectAlert(page, 'The shop does not answer. Please try again.')
    })

    await step('a network that answers in place of the shop', async () => {
      await page.route('**/api/toolLookup', route =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Hotel</h1>' }),
      )
      await checkList(page)
      await expectAlert(page, 'That reply did not come from the shop. Check your connection, then try again.')
    })

    await step('the page itself', async () => {
      await page.unroute('**/api/toolLookup')
      await page.evaluate(() => Reflect.deleteProperty(Array.prototype, 'toSorted'))
      await checkList(page)
      await expectAlert(page, 'Something on this page failed. Load it again.')
    })
  })
})
