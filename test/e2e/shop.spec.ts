import type { Page } from '@playwright/test'
import { cardOf, expect, test, toolNamed } from './fixtures.ts'
import { eventually, expectLoaded, expectRows, listTools, withScrollbars } from './public-pages.ts'

test.use(withScrollbars)

const main = (page: Page) => page.getByRole('main')
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const { step } = test

test.describe('/shop', () => {
  const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
  const cards = (page: Page) => main(page).getByRole('listitem')
  const names = (page: Page) => cards(page).getByRole('heading')
  const count = (page: Page) => main(page).getByRole('status')
  const sort = (page: Page) => page.getByRole('combobox', { name: 'Sort by' })
  const lowest = (page: Page) => page.getByRole('textbox', { name: 'Lowest price' })
  const highest = (page: Page) => page.getByRole('textbox', { name: 'Highest price' })
  const inStock = (page: Page) => page.getByRole('checkbox', { name: 'Minimum order in stock' })
  const show = (page: Page) => page.getByRole('button', { name: 'Show tools' })

  async function searchFor(page: Page, words: string) {
    await search(page).fill(words)
    await search(page).press('Enter')
  }

  test('says how many tools there are, shows the newest with Buy Now, and leads to each one’s page', async ({
    page,
  }) => {
    await eventually(async () => {
      const tools = await listTools(page)
      await page.goto('/shop')
      await expect(count(page)).toHaveText(`${tools.length} tools`)
      await expect(names(page)).toHaveText(tools.slice(0, 24).map(({ name }) => name))
      for (const [index, { _id }] of tools.slice(0, 24).entries())
        await expect(cards(page).nth(index).getByRole('link', { name: 'Buy Now' })).toHaveAttribute(
          'href',
          `/purchase/${_id}`,
        )
    })
    await expectRows(
      cards(page),
      Array.from({ length: 8 }, () => 3),
    )

    await step('a card leads to the tool’s own page', async () => {
      const { _id, name } = await toolNamed(page, 'Revolt E.9V Jigsaw')
      await cardOf(page, name).getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(`/shop/${_id}`)
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    })
  })

  test('a card’s page is fetched while the pointer rests on it, and comes without loading all anew', async ({
    page,
  }) => {
    await page.goto('/shop')
    const { _id, name } = await toolNamed(page, 'Revolt E.9V Jigsaw')
    const card = cardOf(page, name)
    const fetched = (path: string) => page.locator(`link[rel=prefetch][href^="${path}"]`)
    await page.evaluate(() => Object.assign(window, { stays: true }))
    const stays = () => page.evaluate(() => 'stays' in window)

    await step('for as long as it rests there', async () => {
      await card.getByRole('link', { name, exact: true }).hover()
      await expect(fetched(`/shop/${_id}`)).toHaveCount(1)
      await search(page).hover()
      await expect(page.locator('link[rel=prefetch]')).toHaveCount(0)
    })
    await step('a click that asks for another tab is left to the browser', async () => {
      await page.evaluate(() =>
        window.addEventListener(
          'click',
          event => {
            Object.assign(window, { isLeft: !event.defaultPrevented })
            event.preventDefault()
          },
          { once: true },
        ),
      )
      await card.getByRole('link', { name, exact: true }).click({ modifiers: ['ControlOrMeta'] })
      expect(await page.evaluate('isLeft')).toBe(true)
      await expect(page).toHaveURL('/shop')
    })
    await step('the keyboard does both, too', async () => {
      await search(page).hover()
      await search(page).focus()
      await expect(page.locator('link[rel=prefetch]')).toHaveCount(0)
      await card.getByRole('link', { name, exact: true }).focus()
      await expect(fetched(`/shop/${_id}`)).toHaveCount(1)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/shop/${_id}`)
      expect(await stays()).toBe(true)
    })
  })

  test('searches by name and description, forgives typos, and says what it found', async ({ page }) => {
    await page.goto('/shop')

    await step('its own order is the newest first, and the best match once there are words', async () => {
      const ownOrder = sort(page).getByRole('option').first()
      await expect(ownOrder).toHaveText('Newest first')
      await searchFor(page, 'saw')
      await expect(ownOrder).toHaveText('Best match')
      await expect(count(page)).toHaveText('5 tools for “saw”')
    })

    for (const [how, words, sentence, tools] of [
      ['by name', 'circular saw', '1 tool for “circular saw”', ['Circular Saw']],
      [
        'by name, whatever the case',
        'GRINDER',
        '2 tools for “GRINDER”',
        ['AG45 Angle Grinder', 'BG8 Twin-Wheel Bench Grinder'],
      ],
      ['by description', 'ferrules', '1 tool for “ferrules”', ['Paredge Wood Chisel Set']],
    ] as const)
      await step(`${how}: ${words}`, async () => {
        await searchFor(page, words)
        await expect(count(page)).toHaveText(sentence)
        await expect(names(page)).toHaveText([...tools])
        await expect(page).toHaveURL(url => url.searchParams.get('q') === words)
        await expect(search(page)).toHaveValue(words)
      })

    for (const [typed, meant] of [
      ['hamer', 'Longgrain Claw Hammer'],
      ['circlar', 'Circular Saw'],
      ['wrnch', 'Widejaw Adjustable Wrench'],
    ] as const)
      await step(`the typo ${typed}`, async () => {
        await searchFor(page, typed)
        await expect(cardOf(page, meant)).toBeVisible()
        await expect(count(page)).toHaveText(
          new RegExp(`^Nothing is named “${typed}”\\. (1 tool|\\d+ tools) that come close:$`),
        )
        await expect(count(page)).toContainText(String(await cards(page).count()))
      })

    await step('from the Show tools button too', async () => {
      await search(page).fill('ferrules')
      await show(page).click()
      await expect(names(page)).toHaveText(['Paredge Wood Chisel Set'])
    })

    await step('what finds nothing says so, and leads back to all tools', async () => {
      await searchFor(page, 'zzzzzz')
      await expect(count(page)).toHaveText('0 tools for “zzzzzz”')
      await expect(main(page).getByRole('heading', { name: 'No tool fits' })).toBeVisible()
      await expect(cards(page)).toHaveCount(0)
      await main(page).getByRole('link', { name: 'Show all tools' }).click()
      await expect(page).toHaveURL('/shop')
      await expect(search(page)).toHaveValue('')
      await expect(cards(page)).toHaveCount(24)
    })
  })

  test('sorts as soon as an order is chosen', async ({ page }) => {
    await page.goto('/shop?q=saw')
    await expect(sort(page)).toHaveValue('')
    for (const [label, value, order] of [
      [
        'Price, low to high',
        'price',
        ['Broadtooth Hand Saw', 'Marble Slotting Saw', 'Circular Saw', 'Revolt E.9V Jigsaw', 'Reciprocal saw'],
      ],
      [
        'Price, high to low',
        '-price',
        ['Reciprocal saw', 'Revolt E.9V Jigsaw', 'Circular Saw', 'Marble Slotting Saw', 'Broadtooth Hand Saw'],
      ],
      [
        'Name',
        'name',
        ['Broadtooth Hand Saw', 'Circular Saw', 'Marble Slotting Saw', 'Reciprocal saw', 'Revolt E.9V Jigsaw'],
      ],
    ] as const)
      await step(label, async () => {
        await sort(page).selectOption({ label })
        await expect(names(page)).toHaveText([...order])
        await expect(page).toHaveURL(url => url.searchParams.get('sort') === value)
        await expect(sort(page)).toHaveValue(value)
      })
  })

  test('sorts the whole catalogue by price', async ({ page }) => {
    for (const [value, dearestFirst] of [
      ['price', 1],
      ['-price', -1],
    ] as const)
      await eventually(async () => {
        const tools = (await listTools(page)).toSorted((a, b) => dearestFirst * (a.price - b.price))
        await page.goto(`/shop?sort=${value}`)
        await expect(cards(page).getByText(/^\$/)).toHaveText(
          tools.slice(0, 24).map(({ price }) => `$${price.toFixed(2)}`),
        )
      })
  })

  test('keeps to a price range, both ends included', async ({ page }) => {
    await page.goto('/shop')
    await lowest(page).fill('100.55')
    await highest(page).fill('129')
    await highest(page).press('Enter')
    await expect(names(page)).toHaveText(['Marble Slotting Saw', 'RH26 Rotary Hammer', 'Circular Saw'])
    await expect(count(page)).toHaveText('3 tools')
    await lowest(page).fill('')
    await highest(page).fill('8.95')
    await show(page).click()
    await expect(names(page)).toHaveText(['Farmark Tape Measure', 'Trio Screwdriver Set'])
    await lowest(page).fill('168.01')
    await highest(page).fill('')
    await show(page).click()
    await expect(names(page)).toHaveText(['Reciprocal saw'])
  })

  test('leaves out what is not in stock for a minimum order, when asked to', async ({ page }) => {
    await page.goto('/shop?q=grinder')
    await expect(names(page)).toHaveText(['AG45 Angle Grinder', 'BG8 Twin-Wheel Bench Grinder'])
    await inStock(page).check()
    await expect(names(page)).toHaveText(['AG45 Angle Grinder'])
    await expect(count(page)).toHaveText('1 tool for “grinder”')
    await expect(page).toHaveURL(/orderable/)
    await inStock(page).uncheck()
    await expect(count(page)).toHaveText('2 tools for “grinder”')
    await expect(page).not.toHaveURL(/orderable/)
    await page.goto('/shop?q=socket&orderable=true')
    await expect(count(page)).toBeVisible()
    await expect(cardOf(page, '63-Piece Socket Set')).toHaveCount(0)
  })

  test('has its state in the URL, where a reload finds it again', async ({ page }) => {
    await page.goto('/shop')
    await search(page).fill('saw')
    await lowest(page).fill('100')
    await highest(page).fill('150')
    await show(page).click()
    await expect(count(page)).toHaveText('3 tools for “saw”')
    await sort(page).selectOption('-price')
    await expect(page).toHaveURL(/sort=-price/)
    await inStock(page).check()
    await expect(page).toHaveURL(/orderable=true/)
    const state = { q: 'saw', sort: '-price', minPrice: '100', maxPrice: '150', orderable: 'true' }
    for (const again of [false, true]) {
      if (again) await page.reload()
      await expect(page).toHaveURL(url => {
        const given = Object.fromEntries(url.searchParams)
        return Object.entries(state).every(([name, value]) => given[name] === value)
      })
      await expect(names(page)).toHaveText(['Revolt E.9V Jigsaw', 'Circular Saw', 'Marble Slotting Saw'])
      await expect(search(page)).toHaveValue('saw')
      await expect(sort(page)).toHaveValue('-price')
      await expect(lowest(page)).toHaveValue('100')
      await expect(highest(page)).toHaveValue('150')
      await expect(inStock(page)).toBeChecked()
    }
  })

  test('keeps what is typed while the tools of a search are on their way', async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.goto('/shop')
    await page.route('**/shop.data?*', async route => {
      await released
      await route.continue()
    })
    await searchFor(page, 'saw')
    await search(page).pressSequentially(' blade')
    await lowest(page).fill('7')
    release()
    await expect(count(page)).toContainText('for “saw”')
    await expect(search(page)).toHaveValue('saw blade')
    await expect(lowest(page)).toHaveValue('7')
  })

  test('is as it was after the back button', async ({ page }) => {
    await page.goto('/shop')
    await searchFor(page, 'circular saw')
    await expect(names(page)).toHaveText(['Circular Saw'])
    await searchFor(page, 'ferrules')
    await expect(names(page)).toHaveText(['Paredge Wood Chisel Set'])
    await cardOf(page, 'Paredge Wood Chisel Set').getByRole('link', { name: 'Paredge Wood Chisel Set' }).click()
    await expect(page.getByRole('heading', { name: 'Paredge Wood Chisel Set', level: 1 })).toBeVisible()
    for (const [words, tool] of [
      ['ferrules', 'Paredge Wood Chisel Set'],
      ['circular saw', 'Circular Saw'],
    ] as const) {
      await page.goBack()
      await expect(names(page)).toHaveText([tool])
      await expect(search(page)).toHaveValue(words)
    }
    await page.goBack()
    await expect(page).toHaveURL('/shop')
    await expect(search(page)).toHaveValue('')
    await expect(cards(page)).toHaveCount(24)
  })

  // test/pages.test.ts asks for many more of these.
  test('is not broken by nonsense in its address', async ({ page }) => {
    await step('whose parts make no sense, so that they are left out', async () => {
      const response = await page.goto('/shop?sort=up&minPrice=cheap&maxPrice=-5&shown=x&after=y')
      expect(response?.status()).toBe(200)
      await expect(cards(page)).toHaveCount(24)
      await expect(count(page)).toHaveText(/^\d+ tools$/)
      await expect(page.getByRole('contentinfo')).toBeVisible()
    })

    await step('that fits no tool', async () => {
      const response = await page.goto('/shop?q=%3Cscript%3Ealert(1)%3C/script%3E')
      expect(response?.status()).toBe(200)
      await expect(count(page)).toHaveText(/^0 tools/)
      await expect(main(page).getByRole('link', { name: 'Show all tools' })).toBeVisible()
      await expect(cards(page)).toHaveCount(0)
    })

    await step('like a cursor that is no tool’s, whose count and list agree all the same', async () => {
      await page.goto('/shop?after=00000000-0000-4000-8000-000000000000')
      await expect(count(page)).toHaveText(/^\d+ tools$/)
      const none = (await count(page).textContent()) === '0 tools'
      await expect(cards(page)).toHaveCount(none ? 0 : 24)
    })
  })
})

test.describe('/shop/:id', () => {
  test('shows each tool with price, stock, minimum, description and Buy Now', async ({ page }) => {
    for (const name of ['Circular Saw', 'Farmark Tape Measure', 'BG8 Twin-Wheel Bench Grinder'])
      await step(name, async () => {
        await eventually(async () => {
          const tool = await toolNamed(page, name)
          await page.goto(`/shop/${tool._id}`)
          await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible()
          await expect(main(page).getByText(`$${tool.price.toFixed(2)}`, { exact: true })).toBeVisible()
          await expect(main(page)).toContainText(
            `Available: ${tool.available} Pieces Min. Order Quantity: ${tool.minimum} Pieces`,
            { useInnerText: true },
          )
          await expect(main(page).getByText(tool.description, { exact: true })).toBeVisible()
          await expect(main(page).getByRole('link', { name: 'Buy Now' })).toHaveAttribute(
            'href',
            `/purchase/${tool._id}`,
          )
        })
        await expectLoaded(main(page).getByRole('img', { name, exact: true }))
      })
  })

  // test/pages.test.ts reads all of it, for more tools.
  test('tells search engines and link previews what it is, in absolute addresses', async ({ page, baseURL }) => {
    const tool = await toolNamed(page, 'Circular Saw')
    await page.goto(`/shop/${tool._id}`)
    const address = `${baseURL}/shop/${tool._id}`
    const content = (property: string) => page.locator(`meta[property="${property}"]`)
    await expect(page).toHaveTitle('Circular Saw · Big Wholesale')
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address)
    await expect(content('og:url')).toHaveAttribute('content', address)
    await expect(content('og:title')).toHaveAttribute('content', 'Circular Saw · Big Wholesale')
    const image = `${baseURL}/images/circular-saw-800.webp`
    await expect(content('og:image')).toHaveAttribute('content', image)
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

    test('is a 404 page inside the frame, with a title that says so', async ({ page }) => {
      const response = await page.goto('/shop/no-such-tool')
      expect(response?.status()).toBe(404)
      await expect(page).toHaveTitle('This page is not here · Big Wholesale')
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('This page is not here')
      await expect(bar(page)).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await main(page).getByRole('link', { name: 'Back to home page' }).click()
      await expect(page).toHaveURL('/')
    })
  })
})
