import { destinations } from '#test/e2e/destinations.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { getMain, getNavBar } from '#test/e2e/layout.ts'
import { withScrollbars } from '#test/e2e/public-pages.ts'

test.use(withScrollbars)

test.describe('without JavaScript', () => {
  // What the browser says about each script that it may not load.
  test.use({ javaScriptEnabled: false, expected: { errors: [/\/assets\/[\w.-]+\.js csp$/] } })

  test('the home page has its reviews and its tools', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Big Wholesale', level: 1 })).toBeVisible()
    const getItems = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('listitem')
    await expect(getItems('What Our Clients Says...')).toHaveCount(6)
    await expect(getItems('Tools')).toHaveCount(24)
    await expect(getItems('Tools').getByRole('link', { name: 'Buy Now' })).toHaveCount(24)
  })

  test('the shop searches and sorts when its form is submitted', async ({ page }) => {
    await page.goto('/shop')
    await page.getByRole('searchbox', { name: 'Search' }).fill('saw')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price')
    await page.getByRole('button', { name: 'Show tools' }).click()
    await expect(page).toHaveURL(/q=saw/)
    await expect(getMain(page).getByRole('status')).toHaveText('5 tools for “saw”')
    await expect(getMain(page).getByRole('listitem').getByRole('heading')).toHaveText([
      'Broadtooth Hand Saw',
      'Marble Slotting Saw',
      'Circular Saw',
      'Revolt E.9V Jigsaw',
      'Reciprocal saw',
    ])
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('saw')
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price')
  })

  test('the dashboard says that it needs scripts', async ({ page }) => {
    // This browser reads `noscript` as text even without scripts.
    expect(await (await page.request.get('/dashboard')).text()).toMatch(
      /<noscript><p[^>]*>The dashboard needs JavaScript\./,
    )
  })

  test('a tool’s page shows its price and Buy Now', async ({ page }) => {
    await page.goto('/shop?q=circular')
    await getMain(page).getByRole('link', { name: 'Circular Saw', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Circular Saw', level: 1 })).toBeVisible()
    const tool = page.getByRole('region', { name: 'Circular Saw', exact: true })
    await expect(tool.getByText('$129.00', { exact: true })).toBeVisible()
    await expect(tool.getByRole('link', { name: 'Buy Now' })).toHaveAttribute('href', /^\/purchase\/[\w-]+$/)
  })

  test('the reviews and the answers can be read', async ({ page }) => {
    await page.goto('/allReviews')
    await expect(getMain(page).getByText(/^Rating: [\d.]+ \/ 5$/)).not.toHaveCount(0)
    await expect(getMain(page).getByRole('heading', { name: 'Rosa Delgado' })).toBeVisible()
    await page.goto('/blogs')
    await expect(getMain(page).getByRole('article')).toHaveCount(5)
    await expect(getMain(page).getByRole('article').first().getByRole('paragraph').first()).toBeVisible()
  })

  for (const width of [1280, 360]) {
    test(`the bar’s links lead on at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 720 })
      await page.goto('/')
      for (const [name, path, heading] of destinations) {
        if (width === 360) await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await getNavBar(page).getByRole('link', { name }).click()
        await expect(page).toHaveURL(name === 'Login' ? '/login?from=%2FallReviews' : path)
        await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      }
    })
  }
})
