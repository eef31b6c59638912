import { expect, test } from '#test/e2e/fixtures.ts'
import { getItems, getSection, headings } from '#test/e2e/home-page.ts'
import { getMain, getNavBar } from '#test/e2e/layout.ts'
import { expectLoaded, expectRows, listTools } from '#test/e2e/public-pages.ts'

const { step } = test
const withArrows = ['What Our Clients Says...', 'Tools', 'Best Seller Products', 'From The Blog'] as const

const services = [
  ['FREE DELIVERY', 'Free shipping on all order'],
  ['ONLINE SUPPORT 24/7', 'Support online 24 hours'],
  ['MONEY RETURN', 'Back guarantee under 7 days'],
  ['MEMBER DISCOUNT', 'Onevery order over $3579.00'],
] as const

const bestSellers = [
  ['Marble Slotting Saw', '$100.55'],
  ['Powermatic Shaper', '$99.97'],
  ['Wood Floor Belt Sander', '$78.55'],
  ['Reciprocal saw', '$179.00'],
  ['Handheld Power Drill', '$155.00'],
  ['Revolt E.9V Jigsaw', '$139.00'],
  ['Gerber Diesel Multi Piler', '$93.00'],
  ['Circular Saw', '$129.00'],
] as const

const brands = ['Norvane', 'Castellan', 'Tamarack', 'Oxbridge & Pole', 'Ferrum Nine', 'Halden'] as const

const figures = [
  ['200+', 'Customers', '25% more than last year'],
  ['93K+', 'Reviews', '75% more than last month'],
  ['150 M', 'Annual revenue', '50% more than last year'],
  ['85+', 'Tools', '10 new tools ready to launch'],
] as const

const amber = 'rgb(245, 166, 11)'
const grey = 'rgb(229, 226, 218)'

test('the sections of home have the specified order and content', async ({ page }) => {
  await page.goto('/')

  await step('the sections stand in the order of the product specification', async () => {
    const levels = getMain(page).locator('h1, h2')
    await expect(levels).toHaveText([...headings])
    for (const name of headings.slice(1)) await expect(getSection(page, name)).toBeVisible()
  })

  await step('the banner fills the first screen with its headline, sub-headings and Shop Now', async () => {
    await expect(getMain(page).getByRole('heading', { name: 'Big Wholesale', level: 1 })).toBeInViewport()
    for (const line of ['Hands Tools', 'Circular Saw & Power Saw'])
      await expect(getMain(page).getByText(line, { exact: true })).toBeInViewport()
    await expect(getMain(page).getByRole('link', { name: 'Shop Now' })).toBeInViewport()
  })

  await step(
    'previous and next arrows stand beside the headings, hidden from screen readers and keyboards',
    async () => {
      for (const name of withArrows) {
        const head = getSection(page, name).getByRole('heading', { name, exact: true }).locator('..')
        await expect(head.locator('[aria-hidden="true"] svg')).toHaveCount(2)
        await expect(head.locator('[aria-hidden="true"] svg').first()).toBeVisible()
        await expect(head.locator('svg:not([aria-hidden="true"] svg), button:not([tabindex="-1"])')).toHaveCount(0)
        await expect(head.getByRole('button')).toHaveCount(0)
      }
    },
  )

  await step('the service strip names its four services with their descriptions', async () => {
    const strip = getItems(page, 'Service We Provide')
    await expect(strip.getByRole('heading')).toHaveText(services.map(([name]) => name))
    await expect(strip.getByRole('paragraph')).toHaveText(services.map(([, promise]) => promise))
    await expectRows(strip, [4])
  })

  await step('the prices on the cards are the API’s, with a $ in front', async () => {
    const tools = await listTools(page)
    for (const [name, price] of bestSellers) {
      const card = getItems(page, 'Tools').filter({ has: page.getByRole('heading', { name, exact: true }) })
      await expect(card.getByText(price, { exact: true })).toBeVisible()
      expect(tools.find(tool => tool.name === name)?.price.toFixed(2)).toBe(price.slice(1))
    }
  })

  await step('every tool shows four filled stars of five, which screen readers pass over', async () => {
    const stars = await getItems(page, 'Tools').evaluateAll(cards =>
      cards.map(card =>
        [...card.querySelectorAll('span[aria-hidden="true"]')].map(star => {
          const { backgroundImage, maskImage, width } = getComputedStyle(star)
          return [backgroundImage.replace(/ 0px\)$/, ')'), maskImage.slice(0, 24), width]
        }),
      ),
    )
    expect(stars.length).toBeGreaterThanOrEqual(24)
    // Four of five, and the gaps between them, are 80 %.
    const four = [`linear-gradient(to right, ${amber} 80%, ${grey})`, 'url("data:image/svg+xml,', '88px']
    for (const [index, star] of stars.entries()) expect(star, `card ${index + 1}`).toEqual([four])
  })

  await step('Best Seller Products lists the eight with their prices and stars', async () => {
    const list = getItems(page, 'Best Seller Products')
    await expect(list).toHaveCount(8)
    await expect(list.getByRole('heading')).toHaveText(bestSellers.map(([name]) => name))
    await expect(list.getByText(/\$/)).toHaveText(bestSellers.map(([, price]) => price))
    for (const item of await list.all()) {
      const stars = item.locator('[aria-hidden="true"]')
      await expect(stars).toHaveCSS('background-image', /^linear-gradient\(to right, rgb\(245, 166, 11\) (80|100)%/)
      await expect(stars).toHaveCSS('width', '88px')
    }
    await expectLoaded(list.locator('img'))
  })

  await step(
    'From The Blog has three teasers of one title, with author, date and a Read More that is no link',
    async () => {
      const teasers = getItems(page, 'From The Blog')
      const title = 'Choosing the right tool for the job'
      await expect(teasers.getByRole('heading')).toHaveText([title, title, title])
      for (const teaser of await teasers.all()) {
        await expect(teaser.getByText('By Admin')).toBeVisible()
        await expect(teaser.getByText('25 Jul, 2022')).toBeVisible()
        await expect(teaser.getByText('Read More....', { exact: true })).toBeVisible()
      }
      await expect(getSection(page, 'From The Blog').locator('a, button, [role="link"]')).toHaveCount(0)
      await teasers.first().getByText('Read More....').click()
      await expect(page).toHaveURL('/')
      await expectLoaded(teasers.locator('img'))
    },
  )

  await step('Our Brands is a row of logos, each with its name for those who cannot see it', async () => {
    const logos = getItems(page, 'Our Brands').getByRole('img')
    await expect(logos).toHaveCount(brands.length)
    for (const [index, name] of brands.entries()) await expect(logos.nth(index)).toHaveAccessibleName(name)
    await expectRows(getItems(page, 'Our Brands'), [brands.length])
    await expectLoaded(logos)
  })

  await step('Our Business Summary shows its four figures', async () => {
    const summary = getSection(page, 'Our Business Summary')
    await expect(summary.getByRole('definition')).toHaveText(figures.map(([figure]) => figure))
    await expect(summary.getByRole('term')).toHaveText(
      figures.map(([, what, change]) => `${what} ${change}`),
      { useInnerText: true },
    )
  })
})

test('the links of home lead to the shop and to all reviews', async ({ page }) => {
  await page.goto('/')
  for (const [name, link, path, heading] of [
    ['Shop Now', getMain(page).getByRole('link', { name: 'Shop Now', exact: true }), '/shop', 'Shop'],
    ['Shop', getNavBar(page).getByRole('link', { name: 'Shop', exact: true }), '/shop', 'Shop'],
    [
      'Show More under the reviews',
      getSection(page, 'What Our Clients Says...').getByRole('link', { name: 'Show More', exact: true }),
      '/allReviews',
      'All Reviews',
    ],
  ] as const)
    await step(name, async () => {
      await link.click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL('/')
      // A click before home is shown would replace its history entry.
      await expect(page.getByRole('heading', { name: 'Big Wholesale', level: 1 })).toBeVisible()
    })
})

test('the reviews are one row, which its arrows scroll where there is more', { tag: '@detail' }, async ({ page }) => {
  await page.goto('/')
  const section = getSection(page, 'What Our Clients Says...')
  const cards = getItems(page, 'What Our Clients Says...')
  const getArrow = (index: 0 | 1) => section.locator('[aria-hidden="true"] svg').nth(index)
  await cards.first().scrollIntoViewIfNeeded()
  await expect(section.locator('button')).toHaveCount(1)
  await getArrow(1).click()
  await expect(cards.last()).toBeInViewport({ ratio: 0.9 })
  await expect(cards.first()).not.toBeInViewport()
  await getArrow(0).click()
  await expect(cards.first()).toBeInViewport({ ratio: 0.9 })
})

test('the first tool is near the top of home, on a desktop and on a phone', { tag: '@detail' }, async ({ page }) => {
  for (const [width, height, most] of [
    [1280, 800, 1200],
    [360, 800, 1600],
  ] as const)
    await step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height })
      await page.goto('/')
      const box = await getItems(page, 'Tools').first().boundingBox()
      expect(box?.y).toBeLessThan(most)
    })
})

test('a best seller that the shop has leads to a search for its name', { tag: '@detail' }, async ({ page }) => {
  await page.goto('/')
  await getItems(page, 'Best Seller Products').getByRole('link', { name: 'Revolt E.9V Jigsaw' }).click()
  await expect(page).toHaveURL('/shop?q=Revolt+E.9V+Jigsaw')
  await expect(getMain(page).getByRole('status')).toHaveText('1 tool for “Revolt E.9V Jigsaw”')
})
