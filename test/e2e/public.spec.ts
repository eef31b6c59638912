import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { cardOf, expect, test } from './fixtures.ts'
import {
  eventually,
  expectLoaded,
  expectReview,
  expectRows,
  listReviews,
  notFoundErrors,
  openPublic,
  publicPages,
  withScrollbars,
} from './public-pages.ts'

test.use(withScrollbars)

const main = (page: Page) => page.getByRole('main')
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const { step } = test

/** Expects each picture to have a width and a height, and nothing to shift from the load to the end of the page. */
async function expectRoomForPictures(page: Page) {
  await expect(page.locator('img[width][height]')).not.toHaveCount(0)
  await expect(page.locator('img:not([width][height])')).toHaveCount(0)
  await scrollThrough(page)
  expect(await layoutShift(page), 'the cumulative layout shift').toBeLessThan(0.02)
}

/** Scrolls to the end screen by screen and waits for every picture on the way. */
async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight / 2) {
      window.scrollTo({ top, behavior: 'instant' })
      await frame()
      await frame()
    }
    await document.fonts.ready
  })
  await expect(page.getByText(/^Copyright/)).toBeInViewport()
  await expect
    .poll(() => page.locator('img').evaluateAll((imgs: HTMLImageElement[]) => imgs.every(img => img.complete)))
    .toBe(true)
}

/** The cumulative layout shift so far (https://web.dev/articles/cls), all of it as one window. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
    return shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0)
  })
}

test.describe('every public page is sound:', () => {
  test.use({ expected: { errors: notFoundErrors } })

  for (const { path, title, highlighted } of publicPages) {
    test(path, async ({ page }) => {
      await openPublic(page, path)

      if (title)
        await step('its heading is its title', async () => {
          await expect(page).toHaveURL(path)
          await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
          await expect(page).toHaveTitle(`${title} · Big Wholesale`)
        })

      if (path !== '/no-such-page')
        await step('it has a title and a description', async () => {
          await expect(page).toHaveTitle(/^\S.+ · Big Wholesale$/)
          await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^\S.{48,160}\S$/)
        })

      if (highlighted)
        await step('its link in the bar is highlighted, and no other', async () => {
          await expect(bar(page).getByRole('link', { name: highlighted })).toHaveAttribute('aria-current', 'page')
          await expect(bar(page).locator('[aria-current]')).toHaveCount(1)
        })

      await step('it has one h1 and skips no heading level', async () => {
        const levels = await page
          .getByRole('heading')
          .evaluateAll(headings => headings.map(({ tagName, ariaLevel }) => Number(ariaLevel ?? tagName.slice(1))))
        expect(levels.length).toBeGreaterThan(1)
        expect(levels.filter(level => level === 1)).toEqual([1])
        expect(levels[0]).toBe(1)
        for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
      })

      await step('its pictures have room at 1280 px', () => expectRoomForPictures(page))

      await step('axe finds nothing wrong in light and dark', async () => {
        await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
        await expectAccessible(page)
      })

      await step('it begins with a link that skips the bar', async () => {
        const skip = page.getByRole('link', { name: 'Skip to content', exact: true })
        await page.keyboard.press('Tab')
        await expect(skip).toBeFocused()
        await expect(skip).toBeInViewport({ ratio: 1 })
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/#main$/)
        await page.keyboard.press('Tab')
        // The reviews hold nothing that takes the focus, so there it goes on to the footer.
        await expect(page.locator(path === '/allReviews' ? 'footer :focus' : 'main :focus')).toHaveCount(1)
      })

      await step('its pictures have room at 360 px', async () => {
        await page.setViewportSize({ width: 360, height: 720 })
        await openPublic(page, path)
        await expectRoomForPictures(page)
      })

      for (const width of [360, 768, 1280, 1920]) {
        await step(`nothing is wider than the screen at ${width} px`, async () => {
          await page.setViewportSize({ width, height: 800 })
          await expect
            .poll(() =>
              page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
            )
            .toBe(0)
        })
      }
    })
  }
})

test.describe('/allReviews', () => {
  const cards = (page: Page) => main(page).getByRole('listitem')

  test('shows photo, name, city, rating of 5 and the comment of every review, cut at 112 characters', async ({
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

    await step('only what is longer is cut, and ends in ...', async () => {
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
      await step(`there ${columns === 1 ? 'is one column' : 'are three columns'} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 720 })
        const count = await cards(page).count()
        expect(count).toBeGreaterThan(columns)
        const whole = Array.from({ length: Math.floor(count / columns) }, () => columns as number)
        await expectRows(cards(page), count % columns ? [...whole, count % columns] : whole)
      })
    }
  })
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

  test('asks five questions, answers each in more than 120 words, and leads there from its top', async ({ page }) => {
    await page.goto('/blogs')
    await expect(main(page).getByRole('article')).toHaveCount(5)
    await expect(main(page).getByRole('article').getByRole('heading', { level: 2 })).toHaveText(
      questions.map(([, question]) => question),
    )

    for (const [topic, question] of questions)
      await step(`the one about ${topic}`, async () => {
        const article = main(page).getByRole('article', { name: question, exact: true })
        const prose = (await article.locator('p, li').allInnerTexts()).join(' ')
        expect(prose.split(/\s+/).length).toBeGreaterThan(120)
        await main(page).getByRole('link', { name: question, exact: true }).click()
        await expect(article.getByRole('heading')).toBeInViewport()
        await expect(article).toBeFocused()
      })
  })
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
