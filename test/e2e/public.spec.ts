import type { Page } from '@playwright/test'
import {
  eventually,
  expectLoaded,
  expectReview,
  expectRows,
  listReviews,
  listTools,
  notFoundErrors,
  openPublic,
  publicPages,
} from './public-pages.ts'
import { cardOf, expect, test, toolNamed } from './shopper.ts'

// Scrollbars that take room, as most desktops have them: a page must not grow wider than what they leave.
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
})

const main = (page: Page) => page.getByRole('main')
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const content = (page: Page, name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`)
const described = publicPages.filter(path => path !== '/no-such-page')

test.describe('/allReviews', () => {
  const cards = (page: Page) => main(page).getByRole('listitem')

  test('shows photo, name, city, rating of 5 and the comment cut at 112 characters of every review', async ({
    page,
  }) => {
    await eventually(async () => {
      const reviews = await listReviews(page)
      const lengths = reviews.map(({ comment }) => comment.length)
      expect(lengths.some(length => length > 112) && lengths.some(length => length === 112)).toBe(true)
      await page.goto('/allReviews')
      await expect(cards(page)).toHaveCount(reviews.length)
      for (const [index, review] of reviews.entries()) await expectReview(cards(page).nth(index), review)
    })
    await expectLoaded(cards(page).getByRole('img'))
  })

  test('cuts only what is longer than 112 characters, and ends it in ...', async ({ page }) => {
    await page.goto('/allReviews')
    const comment = (name: string) => cardOf(page, name).getByRole('paragraph').first()
    await expect(comment('Kenji Nakamura')).toHaveText(/^.{109}[^.]{2}\.$/)
    await expect(comment('Rosa Delgado')).toHaveText(
      'We run a two-aisle hardware store, so a low minimum matters. Twenty multi-tools and forty hammers came on one pa...',
    )
    await expect(comment('Kwame Boateng')).toHaveText(
      'Six rotary hammers went straight out to rent. All six still work after a full season.',
    )
  })

  for (const [width, columns] of [
    [1280, 3],
    [1920, 3],
    [360, 1],
  ] as const) {
    test(`has ${columns === 1 ? 'one column' : 'three columns'} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 720 })
      await page.goto('/allReviews')
      const count = await cards(page).count()
      expect(count).toBeGreaterThan(columns)
      const whole = Array.from({ length: Math.floor(count / columns) }, () => columns as number)
      await expectRows(cards(page), count % columns ? [...whole, count % columns] : whole)
    })
  }
})

test.describe('/blogs', () => {
  const questions = [
    ['React performance', 'How will you improve the performance of a React application?'],
    ['types of state management', 'What are the different ways to manage state in a React application?'],
    ['prototypal inheritance', 'How does prototypal inheritance work?'],
    [
      'product search by name',
      'You have an array of products, each with a name, a price and a description. How do you find products by name?',
    ],
    ['unit tests', 'What is a unit test, and why should we write unit tests?'],
  ] as const

  test('asks five questions', async ({ page }) => {
    await page.goto('/blogs')
    await expect(main(page).getByRole('article')).toHaveCount(5)
    await expect(main(page).getByRole('article').getByRole('heading', { level: 2 })).toHaveText(
      questions.map(([, question]) => question),
    )
  })

  for (const [topic, question] of questions) {
    test(`answers the one about ${topic} in more than 120 words, and leads there from its top`, async ({ page }) => {
      await page.goto('/blogs')
      const article = main(page).getByRole('article', { name: question, exact: true })
      const prose = (await article.locator('p, li').allInnerTexts()).join(' ')
      expect(prose.split(/\s+/).length).toBeGreaterThan(120)
      await main(page).getByRole('link', { name: question, exact: true }).click()
      await expect(article.getByRole('heading')).toBeInViewport()
      await expect(article).toBeFocused()
    })
  }
})

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

  test('says how many tools there are and shows each of them with Buy Now, the newest first', async ({ page }) => {
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
  })

  test('leads from a card to the tool’s own page', async ({ page }) => {
    await page.goto('/shop')
    const { _id, name } = await toolNamed(page, 'Revolt E.9V Jigsaw')
    await cardOf(page, name).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`/shop/${_id}`)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  })

  test.describe('search', () => {
    const found = [
      ['by name', 'circular saw', '1 tool for “circular saw”', ['Circular Saw']],
      [
        'by name, whatever the case',
        'GRINDER',
        '2 tools for “GRINDER”',
        ['AG45 Angle Grinder', 'BG8 Twin-Wheel Bench Grinder'],
      ],
      ['by description', 'ferrules', '1 tool for “ferrules”', ['Paredge Wood Chisel Set']],
    ] as const
    for (const [how, words, sentence, tools] of found) {
      test(`finds ${how}: ${words}`, async ({ page }) => {
        await page.goto('/shop')
        await searchFor(page, words)
        await expect(count(page)).toHaveText(sentence)
        await expect(names(page)).toHaveText([...tools])
        await expect(page).toHaveURL(url => url.searchParams.get('q') === words)
        await expect(search(page)).toHaveValue(words)
      })
    }

    const typos = [
      ['hamer', 'Longgrain Claw Hammer'],
      ['circlar', 'Circular Saw'],
      ['wrnch', 'Widejaw Adjustable Wrench'],
    ] as const
    for (const [typed, meant] of typos) {
      test(`forgives the typo ${typed}, and says so`, async ({ page }) => {
        await page.goto('/shop')
        await searchFor(page, typed)
        await expect(cardOf(page, meant)).toBeVisible()
        await expect(count(page)).toHaveText(
          new RegExp(`^Nothing is named “${typed}”\\. (1 tool|\\d+ tools) that come close:$`),
        )
        await expect(count(page)).toContainText(String(await cards(page).count()))
      })
    }

    test('works from the Show tools button too', async ({ page }) => {
      await page.goto('/shop')
      await search(page).fill('ferrules')
      await show(page).click()
      await expect(names(page)).toHaveText(['Paredge Wood Chisel Set'])
    })

    test('that finds nothing says so and leads back to all tools', async ({ page }) => {
      await page.goto('/shop')
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

  const sorts = [
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
  ] as const
  for (const [label, value, order] of sorts) {
    test(`sorts by ${label} as soon as that is chosen`, async ({ page }) => {
      await page.goto('/shop?q=saw')
      await expect(sort(page)).toHaveValue('')
      await sort(page).selectOption({ label })
      await expect(names(page)).toHaveText([...order])
      await expect(page).toHaveURL(url => url.searchParams.get('sort') === value)
      await expect(sort(page)).toHaveValue(value)
    })
  }

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

  test('calls its own order Newest first, and Best match once there are words', async ({ page }) => {
    await page.goto('/shop')
    await expect(sort(page).getByRole('option').first()).toHaveText('Newest first')
    await searchFor(page, 'saw')
    await expect(sort(page).getByRole('option').first()).toHaveText('Best match')
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

  test.describe('is not broken by nonsense in its address, like', () => {
    const ignored = [
      '?sort=up&minPrice=cheap&maxPrice=-5&shown=x&after=y',
      '?minPrice=1,000',
      '?maxPrice=$50',
      '?shown=-1&shown=24',
      '?shown=1e99',
      '?q=&sort=&minPrice=&maxPrice=',
      '?q=%20%20',
      '?q=%00',
      '?color=red&page=9&q[]=saw',
      '?maxPrice=1e30',
      '?maxPrice=99999999',
      '?maxPrice=Infinity',
    ] as const
    for (const params of ignored) {
      test(`${params}, which leaves the whole catalogue`, async ({ page }) => {
        const response = await page.goto(`/shop${params}`)
        expect(response?.status()).toBe(200)
        await expect(cards(page)).toHaveCount(24)
        await expect(count(page)).toHaveText(/^\d+ tools$/)
        await expect(page.getByRole('contentinfo')).toBeVisible()
      })
    }

    const unfindable = [
      '?q=%25',
      '?q=%3Cscript%3Ealert(1)%3C/script%3E',
      "?q=zzzz'%20or%201=1--",
      `?q=${'z'.repeat(3000)}`,
      '?minPrice=200&maxPrice=100',
      '?minPrice=99999999',
    ] as const
    for (const params of unfindable) {
      test(`${params.slice(0, 50)}, which fits no tool`, async ({ page }) => {
        const response = await page.goto(`/shop${params}`)
        expect(response?.status()).toBe(200)
        await expect(count(page)).toHaveText(/^0 tools/)
        await expect(main(page).getByRole('link', { name: 'Show all tools' })).toBeVisible()
        await expect(cards(page)).toHaveCount(0)
      })
    }

    test('a cursor that is no tool’s, whose count and list agree all the same', async ({ page }) => {
      await page.goto('/shop?after=00000000-0000-4000-8000-000000000000')
      await expect(count(page)).toHaveText(/^\d+ tools$/)
      const none = (await count(page).textContent()) === '0 tools'
      await expect(cards(page)).toHaveCount(none ? 0 : 24)
    })

    for (const query of ['maxPrice=99999999', 'q=%00', 'cursor=00000000-0000-4000-8000-000000000000&sort=price']) {
      test(`GET /api/tools?${query} is answered, not failed at`, async ({ page }) => {
        expect((await page.request.get(`/api/tools?${query}`)).status()).toBeLessThan(500)
      })
    }
  })
})

test.describe('/shop/:id', () => {
  const productOn = async (page: Page) =>
    JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  const shown = ['Circular Saw', 'Farmark Tape Measure', 'BG8 Twin-Wheel Bench Grinder'] as const

  for (const name of shown) {
    test(`shows ${name} with price, stock, minimum, description and Buy Now`, async ({ page }) => {
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
        await expect(main(page).getByRole('link', { name: 'Buy Now' })).toHaveAttribute('href', `/purchase/${tool._id}`)
      })
      await expectLoaded(main(page).getByRole('img', { name, exact: true }))
    })
  }

  test('tells search engines and link previews what it is, in absolute addresses', async ({ page, baseURL }) => {
    const tool = await toolNamed(page, 'Circular Saw')
    await page.goto(`/shop/${tool._id}`)
    const address = `${baseURL}/shop/${tool._id}`
    await expect(page).toHaveTitle('Circular Saw · Big Wholesale')
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address)
    await expect(content(page, 'og:url')).toHaveAttribute('content', address)
    await expect(content(page, 'og:title')).toHaveAttribute('content', 'Circular Saw · Big Wholesale')
    const description = (await content(page, 'og:description').getAttribute('content')) ?? ''
    expect(description.length).toBeGreaterThan(50)
    expect(tool.description).toContain(description.replace(/\.{3}$/, ''))
    await expect(content(page, 'description')).toHaveAttribute('content', description)
    const image = (await content(page, 'og:image').getAttribute('content')) ?? ''
    expect(image).toBe(`${baseURL}/images/circular-saw-800.webp`)
    expect((await page.request.get(image)).headers()['content-type']).toBe('image/webp')
  })

  for (const [name, availability] of [
    ['Circular Saw', 'https://schema.org/InStock'],
    ['BG8 Twin-Wheel Bench Grinder', 'https://schema.org/OutOfStock'],
    ['63-Piece Socket Set', 'https://schema.org/OutOfStock'],
  ] as const) {
    test(`describes ${name} as a schema.org Product that is ${availability.split('/').at(-1)}`, async ({ page }) => {
      const tool = await toolNamed(page, name)
      expect(tool.available >= tool.minimum).toBe(availability.endsWith('InStock'))
      await page.goto(`/shop/${tool._id}`)
      const product = await productOn(page)
      expect(product).toMatchObject({
        '@context': 'https://schema.org',
        '@type': 'Product',
        name,
        description: tool.description,
        offers: { '@type': 'Offer', priceCurrency: 'USD', availability },
      })
      expect(Number(product.offers.price)).toBe(tool.price)
    })
  }

  test('gives the Product’s picture by an address that works outside the page', async ({ page, baseURL }) => {
    await page.goto(`/shop/${(await toolNamed(page, 'Circular Saw'))._id}`)
    expect([(await productOn(page)).image].flat()).toEqual([`${baseURL}/images/circular-saw-800.webp`])
  })

  test.describe('of an unknown id', () => {
    test.use({ expected: { errors: [/status of 404.*\/shop\//] } })

    for (const id of ['no-such-tool', '00000000-0000-4000-8000-000000000000', '%00', '1%27%20or%20%271']) {
      test(`like ${id} is a 404 page inside the frame`, async ({ page }) => {
        const response = await page.goto(`/shop/${id}`)
        expect(response?.status()).toBe(404)
        await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('This page is not here')
        await expect(bar(page)).toBeVisible()
        await expect(page.getByRole('contentinfo')).toBeVisible()
        await main(page).getByRole('link', { name: 'Back to home page' }).click()
        await expect(page).toHaveURL('/')
      })
    }

    test('has a title that says so', async ({ page }) => {
      await page.goto('/shop/no-such-tool')
      await expect(page).toHaveTitle('This page is not here · Big Wholesale')
    })
  })
})

test.describe('titles and descriptions', () => {
  for (const path of described) {
    test(`are there on ${path}`, async ({ page }) => {
      await openPublic(page, path)
      await expect(page).toHaveTitle(/^\S.+ · Big Wholesale$/)
      await expect(content(page, 'description')).toHaveAttribute('content', /^\S.{48,160}\S$/)
    })
  }

  test('differ from page to page', async ({ page }) => {
    const titles: string[] = []
    const descriptions: string[] = []
    for (const path of described) {
      await openPublic(page, path)
      titles.push(await page.title())
      if (await content(page, 'description').count())
        descriptions.push((await content(page, 'description').getAttribute('content')) ?? '')
    }
    expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted())
    expect(descriptions.length).toBeGreaterThan(4)
    expect(descriptions.toSorted()).toEqual([...new Set(descriptions)].toSorted())
  })

  for (const path of ['/', '/shop', '/allReviews', '/blogs'] as const) {
    test(`are what link previews of ${path} show, with a picture that loads`, async ({ page, baseURL }) => {
      await page.goto(`${path}?utm_source=mail`)
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}${path}`)
      await expect(content(page, 'og:title')).toHaveAttribute('content', await page.title())
      const description = (await content(page, 'description').getAttribute('content')) ?? ''
      await expect(content(page, 'og:description')).toHaveAttribute('content', description)
      const image = (await content(page, 'og:image').getAttribute('content')) ?? ''
      expect(image.startsWith(`${baseURL}/`)).toBe(true)
      const picture = await page.request.get(image)
      expect(picture.ok()).toBe(true)
      expect(picture.headers()['content-type']).toMatch(/^image\//)
    })
  }
})

test.describe('crawlers', () => {
  test('find every public page and every tool’s page in /sitemap.xml, each once', async ({ page, baseURL }) => {
    await eventually(async () => {
      const tools = await listTools(page)
      const response = await page.request.get('/sitemap.xml')
      expect(response.headers()['content-type']).toMatch(/xml/)
      const found = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
      const paths = ['/', '/shop', '/allReviews', '/blogs', ...tools.map(({ _id }) => `/shop/${_id}`)]
      expect(found.toSorted()).toEqual(paths.map(path => `${baseURL}${path}`).toSorted())
    })
  })

  test('are kept by /robots.txt from /dashboard and /purchase alone of the pages, and told of the sitemap', async ({
    page,
    baseURL,
  }) => {
    const lines = (await (await page.request.get('/robots.txt')).text()).split('\n').map(line => line.trim())
    expect(lines).toContain('User-agent: *')
    expect(lines).toContain('Disallow: /dashboard')
    expect(lines).toContain('Disallow: /purchase')
    expect(lines).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
    const kept = lines.filter(line => line.startsWith('Disallow: ')).map(line => line.slice(10))
    for (const path of ['/', '/shop', '/allReviews', '/blogs', '/images/circular-saw-800.webp', '/assets/a.js'])
      expect(kept.filter(prefix => path.startsWith(prefix))).toEqual([])
  })
})

test('/manifest.webmanifest names the shop, and its icons load in the sizes it says', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/manifest.webmanifest')
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Big Wholesale', start_url: '/' })
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  )
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type']?.split(';')[0]).toBe(type)
    const body = await icon.body()
    // A PNG has its width and height in bytes 16 to 23 (https://www.w3.org/TR/png/#11IHDR).
    if (type === 'image/png') expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`).toBe(sizes)
  }
  for (const rel of ['icon', 'apple-touch-icon']) {
    const href = (await page.locator(`link[rel="${rel}"]`).getAttribute('href')) ?? ''
    expect((await page.request.get(href)).headers()['content-type']).toMatch(/^image\//)
  }
})

const destinations = [
  ['Shop', '/shop', 'Shop'],
  ['Blogs', '/blogs', 'Blogs'],
  ['All Reviews', '/allReviews', 'All Reviews'],
  ['Login', '/login', 'Login'],
  ['Home', '/', 'Big Wholesale'],
] as const

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 720 } })
  const menu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })

  test('the menu opens, navigates and closes', async ({ page }) => {
    await page.goto('/')
    for (const [name, path, heading] of destinations) {
      await expect(bar(page).getByRole('link', { name })).toBeHidden()
      await menu(page).click()
      await expect(bar(page).getByRole('link')).toHaveText(['Home', 'Shop', 'Blogs', 'All Reviews', 'Login'])
      await bar(page).getByRole('link', { name }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(bar(page).getByRole('link', { name })).toBeHidden()
    }
  })

  test('the menu closes by its button, by Escape and by a click beside it', async ({ page }) => {
    await page.goto('/blogs')
    const link = bar(page).getByRole('link', { name: 'Shop' })
    for (const close of [
      () => menu(page).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(20, 600),
    ]) {
      await menu(page).click()
      await expect(link).toBeVisible()
      await close()
      await expect(link).toBeHidden()
    }
    await expect(page).toHaveURL('/blogs')
  })
})

test.describe('nothing is wider than the screen', () => {
  test.use({ expected: { errors: notFoundErrors } })

  for (const path of publicPages) {
    test(`on ${path}`, async ({ page }) => {
      await openPublic(page, path)
      for (const width of [360, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        await expect
          .poll(
            () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
            {
              message: `at ${width} px`,
            },
          )
          .toBe(0)
      }
    })
  }
})

test.describe('without JavaScript', () => {
  // What the browser says about each script that it may not load.
  test.use({ javaScriptEnabled: false, expected: { errors: [/\/assets\/[\w.-]+\.js csp$/] } })

  test('the home page has its reviews and its tools', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Big Wholesale', level: 1 })).toBeVisible()
    const items = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('listitem')
    await expect(items('What Our Clients Says...')).toHaveCount(6)
    await expect(items('Tools')).toHaveCount(24)
    await expect(items('Tools').getByRole('link', { name: 'Buy Now' })).toHaveCount(24)
  })

  test('the shop searches and sorts when its form is submitted', async ({ page }) => {
    await page.goto('/shop')
    await page.getByRole('searchbox', { name: 'Search' }).fill('saw')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price')
    await page.getByRole('button', { name: 'Show tools' }).click()
    await expect(page).toHaveURL(/q=saw/)
    await expect(main(page).getByRole('status')).toHaveText('5 tools for “saw”')
    await expect(main(page).getByRole('listitem').getByRole('heading')).toHaveText([
      'Broadtooth Hand Saw',
      'Marble Slotting Saw',
      'Circular Saw',
      'Revolt E.9V Jigsaw',
      'Reciprocal saw',
    ])
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('saw')
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price')
  })

  test('a tool’s page shows its price and Buy Now', async ({ page }) => {
    await page.goto('/shop?q=circular')
    await main(page).getByRole('link', { name: 'Circular Saw', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Circular Saw', level: 1 })).toBeVisible()
    await expect(main(page).getByText('$129.00', { exact: true })).toBeVisible()
    await expect(main(page).getByRole('link', { name: 'Buy Now' })).toHaveAttribute('href', /^\/purchase\/[\w-]+$/)
  })

  test('the reviews and the answers can be read', async ({ page }) => {
    await page.goto('/allReviews')
    await expect(main(page).getByText(/^Rating: [\d.]+ \/ 5$/)).not.toHaveCount(0)
    await expect(main(page).getByRole('heading', { name: 'Rosa Delgado' })).toBeVisible()
    await page.goto('/blogs')
    await expect(main(page).getByRole('article')).toHaveCount(5)
    await expect(main(page).getByRole('article').first().getByRole('paragraph').first()).toBeVisible()
  })

  for (const width of [1280, 360]) {
    test(`the bar’s links lead on at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 720 })
      await page.goto('/')
      for (const [name, path, heading] of destinations) {
        if (width === 360) await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await bar(page).getByRole('link', { name }).click()
        await expect(page).toHaveURL(path)
        await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      }
    })
  }
})
