import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { eventually, expectLoaded, expectReview, expectRows, listReviews, listTools } from './public-pages.ts'

const { step } = test
const main = (page: Page) => page.getByRole('main')
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const foot = (page: Page) => page.getByRole('contentinfo')
const section = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true })
const items = (page: Page, name: string) => section(page, name).getByRole('listitem')

const headings = [
  'Big Wholesale',
  'What Our Clients Says...',
  'Service We Provide',
  'Tools',
  'Best Seller Products',
  'From The Blog',
  'Our Brands',
  'Our Business Summary',
  'New Arrivals',
] as const
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

const footerColumns = ['Information', 'My Account', 'Customer Service', 'Let Us Help You'] as const
const social = ['Facebook', 'X', 'Instagram', 'YouTube'] as const

const amber = 'rgb(245, 166, 11)'
const grey = 'rgb(229, 226, 218)'

test('its sections stand in order and say what they must', async ({ page }) => {
  await page.goto('/')

  await step('the sections stand in the order of the specification', async () => {
    const levels = main(page).locator('h1, h2')
    await expect(levels).toHaveText([...headings])
    for (const name of headings.slice(1)) await expect(section(page, name)).toBeVisible()
  })

  await step('the banner fills the first screen with its headline, sub-headings and Shop Now', async () => {
    await expect(main(page).getByRole('heading', { name: 'Big Wholesale', level: 1 })).toBeInViewport()
    for (const line of ['Hands Tools', 'Circular Saw & Power Saw'])
      await expect(main(page).getByText(line, { exact: true })).toBeInViewport()
    await expect(main(page).getByRole('link', { name: 'Shop Now' })).toBeInViewport()
  })

  await step('previous and next arrows stand beside the headings as decoration only', async () => {
    for (const name of withArrows) {
      const head = section(page, name).getByRole('heading', { name, exact: true }).locator('..')
      await expect(head.locator('[aria-hidden="true"] svg')).toHaveCount(2)
      await expect(head.locator('[aria-hidden="true"] svg').first()).toBeVisible()
      await expect(head.locator('svg:not([aria-hidden="true"] svg), a, button, [tabindex]')).toHaveCount(0)
      await expect(head).toMatchAriaSnapshot(`
        - /children: equal
        - heading "${name}" [level=2]
      `)
    }
  })

  await step('the service strip names its four services and what each of them promises', async () => {
    const strip = items(page, 'Service We Provide')
    await expect(strip.getByRole('heading')).toHaveText(services.map(([name]) => name))
    await expect(strip.getByRole('paragraph')).toHaveText(services.map(([, promise]) => promise))
    await expectRows(strip, [4])
  })

  await step('the prices on the cards are the API’s, with a $ in front', async () => {
    const tools = await listTools(page)
    for (const [name, price] of bestSellers) {
      const card = items(page, 'Tools').filter({ has: page.getByRole('heading', { name, exact: true }) })
      await expect(card.getByText(price, { exact: true })).toBeVisible()
      expect(tools.find(tool => tool.name === name)?.price.toFixed(2)).toBe(price.slice(1))
    }
  })

  await step('every tool shows four filled stars of five, which screen readers pass over', async () => {
    const stars = await items(page, 'Tools').evaluateAll(cards =>
      cards.map(card =>
        [...card.querySelectorAll('[aria-hidden="true"]')].map(star => {
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
    const list = items(page, 'Best Seller Products')
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
      const teasers = items(page, 'From The Blog')
      const title = 'Choosing the right tool for the job'
      await expect(teasers.getByRole('heading')).toHaveText([title, title, title])
      for (const teaser of await teasers.all()) {
        await expect(teaser.getByText('By Admin')).toBeVisible()
        await expect(teaser.getByText('25 Jul, 2022')).toBeVisible()
        await expect(teaser.getByText('Read More....', { exact: true })).toBeVisible()
      }
      await expect(section(page, 'From The Blog').locator('a, button, [role="link"]')).toHaveCount(0)
      await teasers.first().getByText('Read More....').click()
      await expect(page).toHaveURL('/')
      await expectLoaded(teasers.locator('img'))
    },
  )

  await step('Our Brands is a row of logos, each with its name for those who cannot see it', async () => {
    const logos = items(page, 'Our Brands').getByRole('img')
    await expect(logos).toHaveCount(brands.length)
    for (const [index, name] of brands.entries()) await expect(logos.nth(index)).toHaveAccessibleName(name)
    await expectRows(items(page, 'Our Brands'), [brands.length])
    await expectLoaded(logos)
  })

  await step('Our Business Summary tells its four figures', async () => {
    const summary = section(page, 'Our Business Summary')
    await expect(summary.getByRole('definition')).toHaveText(figures.map(([figure]) => figure))
    await expect(summary.getByRole('term')).toHaveText(
      figures.map(([, what, change]) => `${what} ${change}`),
      { useInnerText: true },
    )
  })
})

test('its links lead to the shop and to all reviews', async ({ page }) => {
  await page.goto('/')
  for (const [name, link, path, heading] of [
    ['Shop Now', main(page).getByRole('link', { name: 'Shop Now', exact: true }), '/shop', 'Shop'],
    ['Shop', bar(page).getByRole('link', { name: 'Shop', exact: true }), '/shop', 'Shop'],
    [
      'Show More under the reviews',
      section(page, 'What Our Clients Says...').getByRole('link', { name: 'Show More', exact: true }),
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
      // Until it is there again, a link to the page that is left would replace it.
      await expect(page.getByRole('heading', { name: 'Big Wholesale', level: 1 })).toBeVisible()
    })
})

test('the last 6 reviews and the newest 24 tools of the API are shown, and no other', async ({ page }) => {
  const shown = items(page, 'What Our Clients Says...')
  const cards = items(page, 'Tools')
  await eventually(async () => {
    const reviews = await listReviews(page)
    expect(reviews.length).toBeGreaterThan(6)
    const tools = (await listTools(page)).slice(0, 24)
    expect(tools.length).toBe(24)
    await page.goto('/')

    await step('the reviews', async () => {
      await expect(shown).toHaveCount(6)
      for (const [index, review] of reviews.slice(-6).entries()) await expectReview(shown.nth(index), review)
    })

    await step('each tool with its stock, its minimum and Buy Now for its _id', async () => {
      await expect(cards.getByRole('heading')).toHaveText(tools.map(({ name }) => name))
      for (const [index, { _id, name, available, minimum }] of tools.entries()) {
        const card = cards.nth(index)
        await expect(card).toContainText(`Available: ${available} Pieces Min. Order Quantity: ${minimum} Pieces`, {
          useInnerText: true,
        })
        await expect(card.getByRole('link', { name: 'Buy Now', exact: true })).toHaveAttribute(
          'href',
          `/purchase/${_id}`,
        )
        await expect(card.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/shop/${_id}`)
      }
    })
  })
  await expectRows(shown, [3, 3])
})

test('its lists have as many columns as the screen has room for', async ({ page }) => {
  await page.goto('/')
  for (const [width, columns] of [
    [1280, 3],
    [1920, 3],
    [360, 1],
  ] as const)
    await step(`the tools at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 720 })
      await expectRows(
        items(page, 'Tools'),
        Array.from({ length: 24 / columns }, () => columns),
      )
    })

  for (const [where, width, strip, banner] of [
    ['side by side', 1280, [3], [2]],
    ['stacked', 360, [1, 1, 1], [1, 1]],
  ] as const)
    await step(`New Arrivals ${where} at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 720 })
      const lists = section(page, 'New Arrivals').getByRole('list')
      await expectRows(lists.first().getByRole('listitem'), strip)
      await expectRows(lists.last().getByRole('listitem'), banner)
    })
})

test('New Arrivals is a strip of three pictures and a banner of two', async ({ page }) => {
  await page.goto('/')

  await step('all have an empty alternative text', async () => {
    const arrivals = section(page, 'New Arrivals')
    const lists = arrivals.getByRole('list')
    await expect(lists).toHaveCount(2)
    await expect(lists.first().locator('img[alt=""]')).toHaveCount(3)
    await expect(lists.last().locator('img[alt=""]')).toHaveCount(2)
    await expect(arrivals.locator('img')).toHaveCount(5)
    await expectLoaded(arrivals.locator('img'))
  })

  await step('something lies over each picture', async () => {
    const arrivals = items(page, 'New Arrivals')
    await expect(arrivals).toHaveCount(5)
    for (const item of await arrivals.all()) {
      await item.scrollIntoViewIfNeeded()
      const covered = await item.locator('img').evaluate(img => {
        const { left, top, width, height } = img.getBoundingClientRect()
        const above = document.elementFromPoint(left + width / 2, top + height / 2)
        return above !== img && above?.closest('li') === img.closest('li')
      })
      expect(covered).toBe(true)
    }
  })
})

test('the footer names the shop, and its entries lead nowhere', async ({ page }) => {
  await page.goto('/')

  await step('it takes an email address and does nothing with it', async () => {
    const field = foot(page).getByRole('textbox', { name: 'Enter your email address', exact: true })
    await expect(field).toHaveAttribute('type', 'text')
    await page.waitForLoadState('networkidle')
    const sent: string[] = []
    page.on('request', request => {
      if (request.resourceType() !== 'image') sent.push(`${request.method()} ${request.url()}`)
    })
    for (const email of ['', 'no address', 'rita@example.com']) {
      await field.fill(email)
      await foot(page).getByRole('button', { name: 'Subscribe', exact: true }).click()
      await field.press('Enter')
      await expect(field).toHaveValue(email)
    }
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    expect(sent).toEqual([])
  })

  await step('it has a contact block', async () => {
    await expect(foot(page).getByText('12 Foundry Road, Toolington')).toBeVisible()
    await expect(foot(page).getByText('Phone: +1 555 0100')).toBeVisible()
    await expect(foot(page).getByText('Email: hello@example.com')).toBeVisible()
  })

  await step('it has four columns whose entries lead nowhere', async () => {
    await expect(foot(page).getByRole('heading')).toHaveText([...footerColumns])
    for (const name of footerColumns) {
      const column = foot(page).getByRole('heading', { name, exact: true }).locator('..')
      await expect(column.getByRole('listitem')).not.toHaveCount(0)
      await expect(column.locator('a, button, [tabindex]')).toHaveCount(0)
    }
  })

  await step('it shows the payment methods, the copyright of this year and the social icons', async () => {
    const methods = foot(page).getByRole('img', { name: /^Payment methods/ })
    await expect(methods).toBeVisible()
    await expectLoaded(methods)
    await expect(foot(page).getByText(`Copyright © ${new Date().getFullYear()} Big Wholesale`)).toBeVisible()
    for (const name of social) await expect(foot(page).getByRole('img', { name, exact: true })).toBeVisible()
  })
})

test('/home is the same page, and says that its address is /', async ({ page, baseURL }) => {
  const titles: string[] = []
  for (const path of ['/', '/home'])
    await step(path, async () => {
      await page.goto(path)
      await expect(main(page).locator('h1, h2')).toHaveText([...headings])
      titles.push(await page.title())
      await expect(bar(page).getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
      await expect(bar(page).locator('[aria-current]')).toHaveCount(1)
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}/`)
      await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', `${baseURL}/`)
    })
  expect(titles[1]).toBe(titles[0])
})
