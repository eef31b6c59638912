import { expect, test } from '#test/e2e/fixtures.ts'
import { getItems, getSection, headings } from '#test/e2e/home-page.ts'
import { getFooter, getMain, getNavBar } from '#test/e2e/layout.ts'
import {
  expectEventually,
  expectLoaded,
  expectReview,
  expectRows,
  listReviews,
  listTools,
} from '#test/e2e/public-pages.ts'

const { step } = test
const footerColumns = ['Information', 'My Account', 'Customer Service', 'Let Us Help You'] as const
const social = ['Facebook', 'X', 'Instagram', 'YouTube'] as const

test('the last 6 reviews and the newest 24 tools of the API are shown, and no other', async ({ page }) => {
  const shown = getItems(page, 'What Our Clients Says...')
  const cards = getItems(page, 'Tools')
  await expectEventually(async () => {
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
        await expect(card.getByText(`Available: ${available} Pieces`, { exact: true })).toBeVisible()
        await expect(card.getByText('Out of stock')).toHaveCount(available < minimum ? 1 : 0)
        await expect(card.getByText(`Min. Order Quantity: ${minimum} Pieces`, { exact: true })).toBeVisible()
        await expect(card.getByRole('link', { name: 'Buy Now', exact: true })).toHaveAttribute(
          'href',
          `/purchase/${_id}`,
        )
        await expect(card.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/shop/${_id}`)
      }
    })
  })
  await expectRows(shown, [6])
})

test('the lists of home have as many columns as the screen has room for', async ({ page }) => {
  await page.goto('/')
  for (const [width, columns] of [
    [1280, 3],
    [1920, 3],
    [360, 1],
  ] as const)
    await step(`the tools at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 720 })
      await expectRows(
        getItems(page, 'Tools'),
        Array.from({ length: 24 / columns }, () => columns),
      )
    })

  for (const [where, width, strip, banner] of [
    ['side by side', 1280, [3], [2]],
    ['stacked', 360, [1, 1, 1], [1, 1]],
  ] as const)
    await step(`New Arrivals ${where} at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 720 })
      const lists = getSection(page, 'New Arrivals').getByRole('list')
      await expectRows(lists.first().getByRole('listitem'), strip)
      await expectRows(lists.last().getByRole('listitem'), banner)
    })
})

test('New Arrivals is a strip of three images and a banner of two', async ({ page }) => {
  await page.goto('/')

  await step('all have an empty alternative text', async () => {
    const arrivals = getSection(page, 'New Arrivals')
    const lists = arrivals.getByRole('list')
    await expect(lists).toHaveCount(2)
    await expect(lists.first().locator('img[alt=""]')).toHaveCount(3)
    await expect(lists.last().locator('img[alt=""]')).toHaveCount(2)
    await expect(arrivals.locator('img')).toHaveCount(5)
    await expectLoaded(arrivals.locator('img'))
  })

  await step('an overlay covers each image', async () => {
    const arrivals = getItems(page, 'New Arrivals')
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
    const field = getFooter(page).getByRole('textbox', { name: 'Enter your email address', exact: true })
    await expect(field).toHaveAttribute('type', 'text')
    await page.waitForLoadState('networkidle')
    const sent: string[] = []
    page.on('request', request => {
      if (request.resourceType() !== 'image') sent.push(`${request.method()} ${request.url()}`)
    })
    for (const email of ['', 'no address', 'rita@example.com']) {
      await field.fill(email)
      await getFooter(page).getByRole('button', { name: 'Subscribe', exact: true }).click()
      await field.press('Enter')
      await expect(field).toHaveValue(email)
    }
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    expect(sent).toEqual([])
  })

  await step('it has a contact block', async () => {
    await expect(getFooter(page).getByText('12 Foundry Road, Toolington')).toBeVisible()
    await expect(getFooter(page).getByText('Phone: +1 555 0100')).toBeVisible()
    await expect(getFooter(page).getByText('Email: hello@example.com')).toBeVisible()
  })

  await step('it has four columns whose entries lead nowhere', async () => {
    await expect(getFooter(page).getByRole('heading')).toHaveText([...footerColumns])
    for (const name of footerColumns) {
      const column = getFooter(page).getByRole('heading', { name, exact: true }).locator('..')
      await expect(column.getByRole('listitem')).not.toHaveCount(0)
      await expect(column.locator('a, button, [tabindex]')).toHaveCount(0)
    }
  })

  await step('it shows the payment methods, the copyright of this year and the social icons', async () => {
    const methods = getFooter(page).getByRole('img', { name: /^Payment methods/ })
    await expect(methods).toBeVisible()
    await expectLoaded(methods)
    await expect(getFooter(page).getByText(`Copyright © ${new Date().getFullYear()} Big Wholesale`)).toBeVisible()
    for (const name of social) await expect(getFooter(page).getByRole('img', { name, exact: true })).toBeVisible()
  })
})

test('/home is the same page, with / as its canonical URL', async ({ page, baseURL }) => {
  const titles: string[] = []
  for (const path of ['/', '/home'])
    await step(path, async () => {
      await page.goto(path)
      await expect(getMain(page).locator('h1, h2')).toHaveText([...headings])
      titles.push(await page.title())
      await expect(getNavBar(page).getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
      await expect(getNavBar(page).locator('[aria-current]')).toHaveCount(1)
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}/`)
      await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', `${baseURL}/`)
    })
  expect(titles[1]).toBe(titles[0])
})
