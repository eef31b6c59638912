import type { Locator, Page } from '@playwright/test'
import type { Review } from '#contract/schemas/reviews.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { expect, type test } from './fixtures.ts'
import { fetchTool } from './orders.ts'

/** A placeholder for the path of a tool page: its id is read from the catalogue. */
const toolPage = 'a tool’s page'

interface PublicPage {
  path: string
  /** Where it is the heading. */
  title?: string
  /** The link in the bar. */
  highlighted?: string
  /** The field that has the focus at once, since people come to type. */
  focused?: string
}

/** The pages that a visitor finds by links, and an unknown address. */
export const publicPages: readonly PublicPage[] = [
  { path: '/', highlighted: 'Home' },
  { path: '/shop', title: 'Shop', highlighted: 'Shop' },
  { path: toolPage },
  { path: '/allReviews', title: 'All Reviews', highlighted: 'All Reviews' },
  { path: '/blogs', title: 'Blogs', highlighted: 'Blogs' },
  { path: '/quick-order', title: 'Quick Order', focused: 'Paste SKUs and quantities' },
  { path: '/trade', title: 'Order as a company' },
  { path: '/login', highlighted: 'Login' },
  { path: '/signup' },
  { path: '/no-such-page' },
]

/** Scrollbars that take room, as most desktops have them: a page must not grow wider than what they leave. */
export const withScrollbars: Parameters<typeof test.use>[0] = {
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
}

/** What the browser itself reports about the unknown address. */
export const notFoundErrors = [/status of 404.*\/no-such-page\)$/]

export async function openPublic(page: Page, which: string) {
  const path = which === toolPage ? `/shop/${(await fetchTool(page, 'Circular Saw'))._id}` : which
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Checks again until all of it holds: other tests order tools and add reviews at the same time. */
export function expectEventually(check: () => Promise<void>): Promise<void> {
  return expect(check).toPass({ timeout: 15_000 })
}

export async function listTools(page: Page): Promise<Tool[]> {
  return (await page.request.get('/api/tools')).json()
}

export async function listReviews(page: Page): Promise<Review[]> {
  return (await page.request.get('/api/review')).json()
}

export async function expectReview(card: Locator, review: Review) {
  await expect(card.getByRole('img', { name: review.name, exact: true })).toHaveAttribute('src', review.img)
  await expect(card.getByRole('heading', { name: review.name, exact: true })).toBeVisible()
  await expect(card.getByText(review.city, { exact: true })).toBeVisible()
  await expect(card.getByText(`Rating: ${review.rating} / 5`, { exact: true })).toBeVisible()
  await expect(card.getByText(truncateComment(review.comment), { exact: true })).toBeVisible()
}

function truncateComment(comment: string): string {
  const letters = Array.from(comment)
  return letters.length > 112 ? `${letters.slice(0, 112).join('')}...` : comment
}

/** How many boxes stand in each row, from the top down. */
export async function expectRows(boxes: Locator, rows: readonly number[]) {
  await expect
    .poll(() =>
      boxes.evaluateAll(elements => {
        const tops = elements.map(element => Math.round(element.getBoundingClientRect().top))
        return [...new Set(tops)].sort((a, b) => a - b).map(top => tops.filter(each => each === top).length)
      }),
    )
    .toEqual(rows)
}

/** Expects every image to have arrived, the lazy ones once they are scrolled to. */
export async function expectLoaded(images: Locator) {
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true)
  }
}
