import type { Page } from '@playwright/test'
import { expect, signUpByApi, test, waitForHydration } from '#test/e2e/fixtures.ts'
import { fetchTool, fillCard } from '#test/e2e/orders.ts'
import { notFoundErrors, openPublic, publicPages } from '#test/e2e/public-pages.ts'
import { getLoginButton, getSignUpButton } from '#test/e2e/sign-in-form.ts'

/** In the page, as Chrome's translator does it: each text becomes another one in elements of its own. */
function translate(): void {
  const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
  const found: Node[] = []
  while (texts.nextNode()) found.push(texts.currentNode)
  for (const text of found) {
    if (!text.nodeValue?.trim() || text.parentElement?.closest('script, style, font, title')) continue
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    inner.textContent = `¤ ${text.nodeValue}`
    text.parentNode?.replaceChild(outer, text)
  }
}

/** In the page, as password managers and other extensions do it. */
function insertNodes(): void {
  const mark = (element: Element) => element.setAttribute('data-foreign', 'yes')
  const insert = (place: Element, position: InsertPosition) => {
    const node = document.createElement('div')
    mark(node)
    place.insertAdjacentElement(position, node)
  }
  for (const place of [document.documentElement, document.head, document.body]) {
    insert(place, 'afterbegin')
    insert(place, 'beforeend')
    mark(place)
    place.classList.add('foreign')
  }
  for (const form of document.querySelectorAll('form')) insert(form, 'afterbegin')
  for (const element of document.querySelectorAll('input, button, h1')) {
    insert(element, 'afterend')
    mark(element)
  }
}

type Change = () => void

/** Before React starts, and with it. */
function changeAtEvents(change: Change): void {
  document.addEventListener('readystatechange', change)
  document.addEventListener('DOMContentLoaded', change)
}

interface Way {
  changeHtml?: (html: string) => string
  script?: string
}

const ways = {
  'a word is changed on its way': {
    changeHtml: html => html.replace(/(<h1[^>]*>)[^<]+/, '$1Otro').replace(/>Blogs</, '>Artículos<'),
  },
  'it is translated as it starts': { script: `(${changeAtEvents})(${translate})` },
  'nodes are inserted as it starts': { script: `(${changeAtEvents})(${insertNodes})` },
  'it is translated again and again': {
    script: `new MutationObserver(${translate}).observe(document, { childList: true, subtree: true })`,
  },
} satisfies Record<string, Way>

/** The policies that are sent with the pages from then on. */
async function changePages(
  page: Page,
  { changeHtml = html => html, script = '' }: Way,
  changePolicy = (policy: string) => policy,
): Promise<string[]> {
  const policies: string[] = []
  await page.addInitScript(script)
  await page.route(/./, async route => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const headers = response.headers()
    const policy = changePolicy(headers['content-security-policy'] ?? '')
    policies.push(policy)
    const body = changeHtml(await response.text())
    await route.fulfill({ response, body, headers: { ...headers, 'content-security-policy': policy } })
  })
  return policies
}

async function expectSound(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/Application Error|Something went wrong/)).toHaveCount(0)
}

/** What was clicked is answered by React, which leaves the page's window as it is. */
async function expectToWork(page: Page): Promise<void> {
  await expectSound(page)
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  const link = page.locator('header a[href="/shop"]').first()
  await waitForHydration(link)
  await link.evaluate(element => element instanceof HTMLElement && element.click())
  await expect(page).toHaveURL('/shop')
  await expectSound(page)
  const menu = page.locator('header a[href="/blogs"]').first()
  await menu.evaluate(element => element instanceof HTMLElement && element.click())
  await expect(page).toHaveURL('/blogs')
  await expectSound(page)
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
}

async function expectFormToWork(page: Page, path: string): Promise<void> {
  const button = path === '/login' ? getLoginButton(page) : getSignUpButton(page)
  const form = page.locator('form').filter({ has: page.locator('input[type="password"]') })
  await waitForHydration(form)
  await button.or(form.locator('button[type="submit"]')).first().click()
  await expect(page.getByText('Email is required').first()).toBeVisible()
}

/** https://docs.stripe.com/security/guide#content-security-policy: without Trusted Types. */
const withoutTrustedTypes = (policy: string) =>
  policy.replace(/; require-trusted-types-for[^;]*|; trusted-types[^;]*/g, '')

for (const policy of ['the policy of the sandbox', 'the policy of Stripe'])
  test.describe(`with ${policy}`, () => {
    // React tells that it made the page anew: https://react.dev/errors/418
    test.use({ expected: { errors: [...notFoundErrors, /Minified React error #418/] } })

    for (const { path } of publicPages)
      for (const [way, change] of Object.entries(ways))
        test(`${path} works on when ${way}`, async ({ page }) => {
          const isStripe = policy === 'the policy of Stripe'
          const policies = await changePages(page, change, isStripe ? withoutTrustedTypes : undefined)
          await openPublic(page, path)
          expect(policies.length).toBeGreaterThan(0)
          for (const sent of policies) expect(sent.includes('trusted-types')).toBe(!isStripe)
          if (path === '/login' || path === '/signup') await expectFormToWork(page, path)
          await expectToWork(page)
        })
  })

test.describe('a page that works already', () => {
  test.use({ expected: { errors: notFoundErrors } })

  for (const { path } of publicPages)
    test(`${path} works on when it is translated and gets further nodes`, async ({ page }) => {
      await openPublic(page, path)
      await waitForHydration(page.locator('header a[href="/shop"]').first())
      await page.evaluate(translate)
      await page.evaluate(insertNodes)
      if (path === '/login' || path === '/signup') await expectFormToWork(page, path)
      await expectToWork(page)
    })
})

for (const [zone, locale, time] of [
  ['Pacific/Kiritimati', 'ar-EG', '2031-01-01T00:30:00Z'],
  ['America/Los_Angeles', 'de-DE', '2027-01-01T07:59:00Z'],
] as const)
  test.describe(`a browser in ${zone} at ${time}, in ${locale}`, () => {
    test.use({ timezoneId: zone, locale, expected: { errors: notFoundErrors } })

    test('takes every page as the server made it', async ({ page }) => {
      await page.clock.install({ time: new Date(time) })
      for (const { path } of publicPages)
        await test.step(path, async () => {
          await openPublic(page, path)
          await waitForHydration(page.locator('header a[href="/shop"]').first())
          await expectSound(page)
        })
    })
  })

test.describe('a purchase that is translated all the time', () => {
  test.use({ expected: { errors: [/Minified React error #418/] } })

  test('is placed, paid and cancelled as any other', async ({ page }) => {
    await signUpByApi(page)
    await changePages(page, ways['it is translated again and again'])
    const { _id: id, minimum } = await fetchTool(page, 'Marble Slotting Saw')
    for (const last of ['Pay', 'Cancel']) {
      await page.goto(`/purchase/${id}`)
      await waitForHydration(page.getByRole('button', { name: 'Order' }))
      const total = page.getByText(/^¤ Total \$/)
      const formerTotal = await total.innerText()
      await page.getByRole('spinbutton').fill(String(minimum + 1))
      await expect(total).not.toHaveText(formerTotal)
      await page.getByRole('button', { name: 'Order' }).click()
      await page.getByRole('dialog').getByLabel('Phone').fill('555 0199')
      await page.getByRole('dialog').getByLabel('Address').fill('7 Anvil Street')
      await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
      await expect(page).toHaveURL('/dashboard')
      const row = page.getByRole('row').filter({ hasText: 'Marble Slotting Saw' }).first()
      if (last === 'Pay') {
        await row.getByRole('link', { name: 'Pay' }).click()
        await fillCard(page, '4242 4242 4242 4242')
        await page.getByRole('button', { name: 'Pay' }).click()
        await expect(page.getByText('Thanks for your payment')).toBeVisible()
      } else {
        await row.getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
        await expect(row.getByRole('link', { name: 'Pay' })).toHaveCount(0)
      }
      await expectSound(page)
    }
  })
})

test.describe('a document that can’t be made anew', () => {
  test.use({ expected: { errors: [/./] } })

  test('shows the shop’s own error page, without a stack', async ({ page }) => {
    await page.addInitScript(() => {
      const refuse = () => {
        throw new TypeError('This element can’t be set.')
      }
      Object.defineProperty(HTMLScriptElement.prototype, 'textContent', { set: refuse })
    })
    await changePages(page, ways['a word is changed on its way'])
    await page.goto('/shop')
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(page.getByText(/Application Error|can’t be set| at /)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Back to home page' })).toBeVisible()
  })
})
