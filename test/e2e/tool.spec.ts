import { expect, fetchTool, test } from './fixtures.ts'
import { getMain, getNavBar } from './layout.ts'
import { expectEventually, expectLoaded, withScrollbars } from './public-pages.ts'

test.use(withScrollbars)

const { step } = test

test.describe('/shop/:id', () => {
  test('shows each tool with price, stock, minimum, description and Buy Now', async ({ page }) => {
    for (const name of ['Circular Saw', 'Farmark Tape Measure', 'BG8 Twin-Wheel Bench Grinder'])
      await step(name, async () => {
        await expectEventually(async () => {
          const tool = await fetchTool(page, name)
          await page.goto(`/shop/${tool._id}`)
          await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible()
          await expect(getMain(page).getByText(`$${tool.price.toFixed(2)}`, { exact: true })).toBeVisible()
          await expect(getMain(page).getByText(`Available: ${tool.available} Pieces`, { exact: true })).toBeVisible()
          await expect(getMain(page).getByText('Out of stock')).toHaveCount(tool.available < tool.minimum ? 1 : 0)
          const minimum = `Min. Order Quantity: ${tool.minimum} Pieces`
          await expect(getMain(page).getByText(minimum, { exact: true })).toBeVisible()
          await expect(getMain(page).getByText(tool.description, { exact: true })).toBeVisible()
          await expect(getMain(page).getByRole('link', { name: 'Buy Now' })).toHaveAttribute(
            'href',
            `/purchase/${tool._id}`,
          )
        })
        await expectLoaded(getMain(page).getByRole('img', { name, exact: true }))
      })
  })

  // test/pages.test.ts reads all of it, for more tools.
  test('has metadata for search engines and link previews, with absolute addresses', async ({ page, baseURL }) => {
    const tool = await fetchTool(page, 'Circular Saw')
    await page.goto(`/shop/${tool._id}`)
    const address = `${baseURL}/shop/${tool._id}`
    const getMeta = (property: string) => page.locator(`meta[property="${property}"]`)
    await expect(page).toHaveTitle('Circular Saw · Big Wholesale')
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address)
    await expect(getMeta('og:url')).toHaveAttribute('content', address)
    await expect(getMeta('og:title')).toHaveAttribute('content', 'Circular Saw · Big Wholesale')
    const image = `${baseURL}/images/circular-saw-800.webp`
    await expect(getMeta('og:image')).toHaveAttribute('content', image)
    const data = page.locator('script[type="application/ld+json"]')
    await expect(data).toHaveCount(1)
    const product = JSON.parse((await data.textContent()) ?? '')
    expect(product).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Circular Saw',
      image,
      description: tool.description,
      offers: { '@type': 'Offer', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    })
    expect(Number(product.offers.price)).toBe(tool.price)
  })

  test.describe('of an unknown id', () => {
    test.use({ expected: { errors: [/status of 404.*\/shop\//] } })

    test('is a 404 page inside the layout, with a search and other tools', async ({ page }) => {
      const response = await page.goto('/shop/no-such-tool')
      expect(response?.status()).toBe(404)
      await expect(page).toHaveTitle('This tool is not here · Big Wholesale')
      await expect(getMain(page).getByRole('heading', { level: 1 })).toHaveText('This tool is not here')
      await expect(getMain(page).getByText('That tool is no longer in the catalogue.')).toBeVisible()
      await expect(getMain(page).getByRole('link', { name: 'Buy Now' })).toHaveCount(3)
      await expect(getNavBar(page)).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await getMain(page).getByRole('link', { name: 'Back to home page' }).click()
      await expect(page).toHaveURL('/')
      await page.goBack()
      await getMain(page).getByRole('searchbox', { name: 'Search the shop' }).fill('saw')
      await getMain(page).getByRole('button', { name: 'Search' }).click()
      await expect(page).toHaveURL('/shop?q=saw')
      await expect(getMain(page).getByRole('status')).toHaveText('5 tools for “saw”')
    })
  })
})
