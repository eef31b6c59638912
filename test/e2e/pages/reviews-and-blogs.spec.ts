import type { Page } from '@playwright/test'
import { expect, getCard, test } from '#test/e2e/fixtures.ts'
import { getMain } from '#test/e2e/layout.ts'
import {
  expectEventually,
  expectLoaded,
  expectReview,
  expectRows,
  listReviews,
  withScrollbars,
} from '#test/e2e/public-pages.ts'

test.use(withScrollbars)

const { step } = test

test.describe('/allReviews', () => {
  const getCards = (page: Page) => getMain(page).getByRole('listitem')

  test('shows photo, name, city, rating of 5 and the comment of every review, cut at 112 characters', async ({
    page,
  }) => {
    await expectEventually(async () => {
      const reviews = await listReviews(page)
      const lengths = reviews.map(({ comment }) => comment.length)
      expect(lengths.some(length => length > 112) && lengths.some(length => length === 112)).toBe(true)
      await page.goto('/allReviews')
      await expect(getCards(page)).toHaveCount(reviews.length)
      for (const [index, review] of reviews.entries()) await expectReview(getCards(page).nth(index), review)
    })
    await expectLoaded(getCards(page).getByRole('img'))

    await step('only longer comments are cut, and end in ...', async () => {
      const getComment = (name: string) => getCard(page, name).getByRole('paragraph').first()
      await expect(getComment('Kenji Nakamura')).toHaveText(/^.{109}[^.]{2}\.$/)
      await expect(getComment('Rosa Delgado')).toHaveText(
        'We run a two-aisle hardware store, so a low minimum matters. Twenty multi-tools and forty hammers came on one pa...',
      )
      await expect(getComment('Kwame Boateng')).toHaveText(
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
        const count = await getCards(page).count()
        expect(count).toBeGreaterThan(columns)
        const whole = Array.from({ length: Math.floor(count / columns) }, () => columns as number)
        await expectRows(getCards(page), count % columns ? [...whole, count % columns] : whole)
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

  test('has five questions with answers of more than 120 words, linked at its top', async ({ page }) => {
    await page.goto('/blogs')
    await expect(getMain(page).getByRole('article')).toHaveCount(5)
    await expect(getMain(page).getByRole('article').getByRole('heading', { level: 2 })).toHaveText(
      questions.map(([, question]) => question),
    )

    // React Router misses jumps within the page while it hydrates.
    await page.waitForLoadState('networkidle')
    for (const [topic, question] of questions)
      await step(`the one about ${topic}`, async () => {
        const article = getMain(page).getByRole('article', { name: question, exact: true })
        const prose = (await article.locator('p, li').allInnerTexts()).join(' ')
        expect(prose.split(/\s+/).length).toBeGreaterThan(120)
        await getMain(page).getByRole('link', { name: question, exact: true }).click()
        await expect(article.getByRole('heading')).toBeInViewport()
        await expect(article).toBeFocused()
      })
  })
})
