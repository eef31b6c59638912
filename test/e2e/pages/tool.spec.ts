import { expect, signUpByApi, test, waitForHydration } from '#test/e2e/fixtures.ts'
import { getMain, getNavBar } from '#test/e2e/layout.ts'
import { fetchTool } from '#test/e2e/orders.ts'
import { expectEventually, expectLoaded, withScrollbars } from '#test/e2e/public-pages.ts'

test.use(withScrollbars)

const { step } = test

test.describe('/shop/:id', () => {
  test('shows each tool with price, stock, minimum, description and Buy Now', async ({ page }) => {
    for (const name of ['Circular Saw', 'Farmark Tape Measure', 'BG8 Twin-Wheel Bench Grinder'])
      await step(name, async () => {
        const section = page.getByRole('region', { name, exact: true })
        await expectEventually(async () => {
          const tool = await fetchTool(page, name)
          await page.goto(`/shop/${tool._id}`)
          await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible()
          await expect(section.getByText(`$${tool.price.toFixed(2)}`, { exact: true })).toBeVisible()
          await expect(section.getByText(`Available: ${tool.available} Pieces`, { exact: true })).toBeVisible()
          await expect(section.getByText('Out of stock')).toHaveCount(tool.available < tool.minimum ? 1 : 0)
          const minimum = `Min. Order Quantity: ${tool.minimum} Pieces`
          await expect(section.getByText(minimum, { exact: true })).toBeVisible()
          await expect(section.getByText(tool.description, { exact: true })).toBeVisible()
          await expect(section.getByRole('link', { name: 'Buy Now' })).toHaveAttribute('href', `/purchase/${tool._id}`)
        })
        await expectLoaded(section.getByRole('img', { name, exact: true }))
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
      image: [image],
      brand: { name: 'Norvane' },
      description: tool.description,
      offers: { '@type': 'Offer', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    })
    expect(Number(product.offers.price)).toBe(tool.price)
    expect(product.mainEntityOfPage.breadcrumb.itemListElement.map(({ item }: { item: string }) => item)).toEqual(
      ['/shop', '/shop?category=power-tools', '/shop?category=power-saws'].map(path => `${baseURL}${path}`),
    )
  })

  test('leads up to its category, to its brand and to others of its kind', { tag: '@detail' }, async ({ page }) => {
    const { _id } = await fetchTool(page, 'Circular Saw')
    const openAndFollow = async (link: string) => {
      await page.goto(`/shop/${_id}`)
      await getMain(page).getByRole('link', { name: link, exact: true }).click()
    }
    await openAndFollow('Power saws')
    await expect(page).toHaveURL('/shop?category=power-saws')
    await expect(getMain(page).getByRole('status')).toHaveText('4 tools')
    await openAndFollow('Norvane')
    await expect(page).toHaveURL('/shop?brand=norvane')
    await openAndFollow('Revolt E.9V Jigsaw')
    await expect(page.getByRole('heading', { name: 'Revolt E.9V Jigsaw', level: 1 })).toBeVisible()
  })

  test('takes the quantity along to the purchase page, also one that does not fit', async ({ page }) => {
    await signUpByApi(page)
    const { _id, minimum } = await fetchTool(page, 'Longgrain Claw Hammer')
    await page.goto(`/shop/${_id}`)
    const quantity = page.getByLabel('Quantity', { exact: true })
    const buyNow = page.getByRole('region', { name: 'Longgrain Claw Hammer' }).getByRole('link', { name: 'Buy Now' })
    await waitForHydration(quantity)
    await quantity.fill('60')
    await buyNow.click()
    await expect(page).toHaveURL(`/purchase/${_id}?quantity=60`)
    await expect(quantity).toHaveValue('60')
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    await expect(page.getByRole('dialog').getByLabel('Quantity')).toHaveValue('60 pieces')
    await page.goto(`/shop/${_id}`)
    await waitForHydration(quantity)
    await quantity.fill('50')
    await buyNow.click()
    await expect(page).toHaveURL(`/purchase/${_id}?quantity=50`)
    await expect(quantity).toHaveValue('50')
    await expect(page.getByText('50 is not a multiple of 20. Next valid: 40 or 60.')).toBeVisible()
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    await expect(quantity).toBeFocused()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.goto(`/purchase/${_id}?quantity=some`)
    await expect(quantity).toHaveValue(String(minimum))
  })

  test('puts a quantity into the cart, and says what is wrong with one', async ({ page }) => {
    const { _id } = await fetchTool(page, 'Longgrain Claw Hammer')
    await page.goto(`/shop/${_id}`)
    await page.getByLabel('Quantity', { exact: true }).fill('50')
    await expect(getMain(page).getByText('50 is not a multiple of 20. Next valid: 40 or 60.')).toBeVisible()
    await page.getByRole('button', { name: 'One pack more' }).click()
    await expect(getMain(page).getByText('$591.00', { exact: true })).toBeVisible()
    await getMain(page).getByRole('button', { name: 'Add to cart: Longgrain Claw Hammer' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Added 60 pieces' })).toBeVisible()
  })

  test('enlarges its picture, which a key or a click closes again', { tag: '@detail' }, async ({ page }) => {
    const { _id } = await fetchTool(page, 'Circular Saw')
    await page.goto(`/shop/${_id}`)
    await expect(page.getByRole('button', { name: 'Add to cart: Circular Saw' })).toBeEnabled()
    await getMain(page).getByRole('link', { name: 'Circular Saw Enlarge' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test.describe('of an unknown id', { tag: '@detail' }, () => {
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
