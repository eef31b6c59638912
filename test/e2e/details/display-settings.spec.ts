import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { admin, callApi, expect, logInByApi, signUpByApi, test, waitForHydration } from '#test/e2e/fixtures.ts'
import { getNavBar, getSidebar } from '#test/e2e/layout.ts'
import { checkOut } from '#test/e2e/order-page.ts'
import { getFilter } from '#test/e2e/paged-list.ts'

const { step } = test

test.describe('in forced colors', () => {
  test.use({ forcedColors: 'active' })

  async function expectOneMarked(links: Locator, current: string): Promise<void> {
    for (const link of await links.all()) {
      const isCurrent = (await link.innerText()).startsWith(current)
      await expect(link, await link.innerText()).toHaveCSS('outline-style', isCurrent ? 'solid' : 'none')
    }
  }

  /** A transparent border would be drawn. */
  async function expectNoBorder(link: Locator, side: 'bottom' | 'left'): Promise<void> {
    const canvas = await link.evaluate(element => {
      const probe = document.createElement('span')
      probe.style.color = 'Canvas'
      element.append(probe)
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    })
    await expect(link).toHaveCSS(`border-${side}-color`, canvas)
  }

  test('what is current is marked, and nothing else', async ({ page }) => {
    await signUpByApi(page)
    await page.goto('/dashboard')
    await expect(getSidebar(page)).toBeVisible()
    await expectOneMarked(getNavBar(page).getByRole('link'), 'Dashboard')
    await expectNoBorder(getNavBar(page).getByRole('link', { name: 'Blogs' }), 'bottom')
    await expectOneMarked(getSidebar(page).getByRole('link'), 'My Orders')
    await expectNoBorder(getSidebar(page).getByRole('link', { name: 'My Profile' }), 'left')
    await page.goto('/shop')
    await expectOneMarked(page.getByRole('navigation', { name: 'View' }).getByRole('link'), 'Grid')
    await logInByApi(page, admin)
    await page.goto('/dashboard/manageAllOrders?state=shipped')
    await expect(getFilter(page, 'Shipped')).toBeVisible()
    await expectOneMarked(page.getByRole('navigation', { name: 'Filters' }).getByRole('link'), 'Shipped')
  })

  test('stars are drawn', async ({ page }) => {
    await page.goto('/shop')
    const { channels } = await sharp(await page.locator('.stars').first().screenshot()).stats()
    expect(channels[0]?.min).toBeLessThan(100)
  })
})

/** WCAG 1.4.12 asks for these spacings. */
const spacing = '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'

function addStyles(page: Page, css: string): Promise<void> {
  return page.evaluate(text => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, css)
}

const getExcess = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('with a wider text spacing, neither the bar nor a list runs out of the window', async ({ page }) => {
  const expectFitting = async (paths: readonly string[]) => {
    for (const width of [1024, 1280])
      for (const path of paths) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await addStyles(page, spacing)
        await expect.poll(() => getExcess(page), `${path} at ${width} px`).toBeLessThanOrEqual(0)
      }
  }
  await signUpByApi(page, 'Wilhelmina Featherstonehaugh')
  await checkOut(page, ['Circular Saw', 'Evenline Box Level'])
  await expectFitting(['/home', '/dashboard', '/cart'])
  await logInByApi(page, admin)
  await expectFitting(['/dashboard/manageAllOrders', '/dashboard/manageProducts', '/dashboard/users'])
})

test('at 320 px, the form of a tool fits the window', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await logInByApi(page, admin)
  const [tool] = await callApi(page, 'GET', '/tools?q=Longgrain')
  expect(tool.priceBreaks).not.toHaveLength(0)
  await page.goto(`/dashboard/manageProducts/${tool._id}`)
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
  expect(await getExcess(page)).toBeLessThanOrEqual(0)
  const fields = page.getByRole('main').locator('form :is(input:not([type=hidden]), textarea, select, button)')
  for (const field of await fields.all()) {
    const { x = 0, width = 0 } = (await field.boundingBox()) ?? {}
    expect(x + width, (await field.getAttribute('name')) ?? '').toBeLessThanOrEqual(320)
  }
})

test('at one device pixel a CSS pixel, the i of a table keeps its dot', async ({ page }) => {
  await page.goto('/allReviews')
  await waitForHydration(page.getByRole('banner'))
  for (const colorScheme of ['light', 'dark'] as const)
    await step(colorScheme, async () => {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(async () => {
        const table = document.createElement('table')
        const letter = table.createTBody().insertRow().insertCell().appendChild(document.createElement('strong'))
        table.className = 'plain-table'
        Object.assign(letter, { id: 'i', className: 'font-semibold', textContent: 'i' })
        letter.style.paddingInline = '4px'
        table.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 99'
        document.getElementById('i')?.closest('table')?.remove()
        document.body.append(table)
        await document.fonts.load('600 14px Barlow')
      })
      await expect(page.locator('#i')).toHaveCSS('font-family', /Barlow/)
      const { data, info } = await sharp(await page.locator('#i').screenshot())
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const paper = data[0] ?? 0
      const rows = Array.from({ length: info.height }, (_, y) =>
        Math.max(
          ...Array.from({ length: info.width }, (_, x) =>
            Math.abs((data[(y * info.width + x) * info.channels] ?? 0) - paper),
          ),
        ),
      )
      const ink = Math.max(...rows)
      const first = rows.findIndex(row => row > ink / 2)
      const isGap = (row: number) => row < ink / 2
      const gap = rows.findIndex((row, y) => y > first && isGap(row))
      const rest = rows.slice(gap).filter(row => !isGap(row))
      expect(rest.length, rows.join(' ')).toBeGreaterThan(4)
    })
})
