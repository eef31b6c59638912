import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { expect, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { fetchTool } from '#test/e2e/orders.ts'
import { notFoundErrors, openPublic, publicPages } from '#test/e2e/public-pages.ts'

/** Pages on which the policy is tested. */
const policyPages: readonly { name: string; getPath: (page: Page) => Promise<string> | string }[] = [
  { name: 'the home page', getPath: () => '/' },
  { name: 'the login page', getPath: () => '/login' },
  { name: 'a purchase page', getPath: async page => `/purchase/${(await fetchTool(page, 'Circular Saw'))._id}` },
  { name: 'the dashboard', getPath: () => '/dashboard' },
]

interface Violation {
  directive: string
  blocked: string
}

/** Gathers what the browser refuses on the pages that are opened from now on. */
async function watchViolations(page: Page): Promise<() => Promise<Violation[]>> {
  await page.addInitScript(() => {
    const violations: Violation[] = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      violations.push({ directive: effectiveDirective, blocked: blockedURI }),
    )
    Object.assign(window, { violations })
  })
  return () => page.evaluate(() => Reflect.get(window, 'violations'))
}

function findSources(policy: string, directive: string): string[] | undefined {
  const found = policy.split('; ').find(each => each.startsWith(`${directive} `))
  return found?.split(' ').slice(1)
}

test.describe('every page', () => {
  test.use({ expected: { errors: notFoundErrors } })

  test('allows no script but its own, and breaks none of its own rules', async ({ page }) => {
    const violations = await watchViolations(page)
    const policies: string[] = []
    page.on('response', response => {
      if (response.request().isNavigationRequest()) policies.push(response.headers()['content-security-policy'] ?? '')
    })
    for (const { path } of publicPages) await test.step(path, () => openPublic(page, path))
    await signUpByApi(page)
    for (const { name, getPath } of policyPages)
      await test.step(name, async () => {
        await page.goto(await getPath(page))
        await expect(page.getByRole('heading').first()).toBeVisible()
        expect(await violations()).toEqual([])
      })
    const ofPages = policies.filter(policy => !policy.startsWith("default-src 'none'"))
    expect(ofPages).toHaveLength(publicPages.length + policyPages.length)
    for (const policy of ofPages) {
      const scripts = findSources(policy, 'script-src') ?? []
      expect(scripts).toContain("'self'")
      expect(scripts.filter(source => !/^'(self|sha256-[\w+/=]+)'$/.test(source))).toEqual([])
      for (const directive of ['object-src', 'base-uri', 'frame-src', 'frame-ancestors'])
        expect(findSources(policy, directive), directive).toEqual(["'none'"])
      expect(findSources(policy, 'form-action')).toEqual(["'self'"])
      expect(findSources(policy, 'require-trusted-types-for')).toEqual(["'script'"])
    }
  })
})

test.describe('a script that got into a page on its way', () => {
  test.use({ expected: { errors: [/Content Security Policy/] } })

  for (const { name, getPath } of policyPages)
    test(`does not run on ${name}`, async ({ page }) => {
      await signUpByApi(page)
      const path = await getPath(page)
      const violations = await watchViolations(page)
      await page.route(path, async route => {
        const response = await route.fetch()
        const html = await response.text()
        const injected = '<script>window.gotIn = true</script><img src="data:," onerror="window.gotIn = true">'
        await route.fulfill({ response, body: html.replace('</body>', `${injected}</body>`) })
      })
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expect.poll(violations).toEqual([
        { directive: 'script-src-elem', blocked: 'inline' },
        { directive: 'script-src-attr', blocked: 'inline' },
      ])
      expect(await page.evaluate(() => 'gotIn' in window)).toBe(false)
    })
})

test.describe('markup made of text by a script', () => {
  test.use({ expected: { errors: [/TrustedHTML|TrustedScript/] } })

  for (const { name, getPath } of policyPages)
    test(`is refused on ${name}`, async ({ page }) => {
      await signUpByApi(page)
      await page.goto(await getPath(page))
      await expect(page.getByRole('heading').first()).toBeVisible()
      const outcomes = await page.evaluate(() => {
        const tryToSet = (set: () => void) => {
          try {
            set()
            return 'set'
          } catch (error) {
            return error instanceof Error ? error.name : 'unknown'
          }
        }
        return [
          tryToSet(() => Reflect.set(document.body, 'innerHTML', '<img src=x onerror="window.gotIn = true">')),
          tryToSet(() => document.body.insertAdjacentHTML('beforeend', '<b>bold</b>')),
          tryToSet(() => Reflect.set(document.createElement('script'), 'src', '/elsewhere.js')),
        ]
      })
      expect(outcomes).toEqual(['TypeError', 'TypeError', 'TypeError'])
      const script = await page.evaluate(() => {
        const element = document.createElement('script')
        Reflect.set(element, 'text', 'window.gotIn = true')
        document.body.append(element)
        return { text: element.text, gotIn: 'gotIn' in window }
      })
      expect(script).toEqual({ text: '', gotIn: false })
      await expect(page.getByRole('heading').first()).toBeVisible()
    })
})

test('a tool’s page, with its data for search engines, is reached and left without breaking the policy', async ({
  page,
}) => {
  const violations = await watchViolations(page)
  await page.goto('/shop')
  await page.getByRole('link', { name: 'Circular Saw', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Circular Saw', level: 1 })).toBeVisible()
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Shop', level: 1 })).toBeVisible()
  expect(await violations()).toEqual([])
})

test.describe('another site', () => {
  test.use({
    expected: { errors: [/frame-ancestors 'none'/, /ERR_BLOCKED_BY_RESPONSE/, /127\.0\.0\.1:\d+\/favicon\.ico/] },
  })

  test('cannot show the shop in a frame', async ({ page, baseURL }) => {
    const refusals: string[] = []
    page.on('console', message => {
      if (/frame-ancestors 'none'/.test(message.text())) refusals.push(message.text())
    })
    const framed = ['/', '/login', '/dashboard', '/api/tools']
    const html = framed.map(path => `<iframe src="${baseURL}${path}"></iframe>`).join('')
    // A server of its own, since a browser keeps a page that the test made up away from this machine's ports.
    const elsewhere = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
    const address = elsewhere.address()
    await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
    await expect.poll(() => refusals).toHaveLength(framed.length)
    for (const frame of page.frames().slice(1)) expect(frame.url()).toBe('chrome-error://chromewebdata/')
    elsewhere.close()
  })
})
