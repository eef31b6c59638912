import type { Page } from '@playwright/test'
import { expect, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { createJpeg } from '#test/e2e/sample-images.ts'

const comment = 'Kept its edge through a winter of oak.'

async function open(page: Page, name: string) {
  await signUpByApi(page, name)
  await page.goto('/dashboard/review')
  await expect(page.getByRole('heading', { name: 'Add A Review' })).toBeVisible()
}

async function fill(page: Page, rating = '4.5') {
  await page.getByLabel('Comment').fill(comment)
  await page.getByLabel('Rating').fill(rating)
  await page.getByLabel('City').fill('Whitby')
}

/** Ends at 4.5. */
async function rateByPointerAndKeys(page: Page) {
  const field = page.getByLabel('Rating')
  const thirdStar = page.getByRole('main').locator('form [aria-hidden="true"] > span').nth(2)
  await thirdStar.click({ position: { x: 30, y: 20 } })
  await expect(field).toHaveValue('3')
  await thirdStar.click({ position: { x: 10, y: 20 } })
  await expect(field).toHaveValue('2.5')
  await field.fill('')
  for (const value of ['1', '1.5', '2']) {
    await field.press('ArrowUp')
    await expect(field).toHaveValue(value)
  }
  for (const value of ['1.5', '1', '1']) {
    await field.press('ArrowDown')
    await expect(field).toHaveValue(value)
  }
  await field.fill('5')
  await field.press('ArrowUp')
  await expect(field).toHaveValue('5')
  await field.press('ArrowDown')
}

const choose = (page: Page, name: string, buffer: Buffer, mimeType = 'image/jpeg') =>
  page.getByLabel('Image', { exact: true }).setInputFiles({ name, mimeType, buffer })

test('a review with an image is added and shown on All Reviews', async ({ page }) => {
  await open(page, 'Ursa Vane')
  await expect(page.getByText('1 to 5', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').locator('label')).toHaveText(['Comment', 'Rating', 'Image', 'City'])
  await page.getByRole('button', { name: 'Add Review' }).click()
  for (const sentence of ['Comment is required', 'Rating is required', 'Image is required', 'City name is required'])
    await expect(page.getByText(sentence)).toBeVisible()
  await fill(page, '')
  await rateByPointerAndKeys(page)
  await choose(page, 'empty.jpg', Buffer.alloc(0))
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByText('This file is empty. Please choose another.')).toBeVisible()
  await choose(page, 'bench.jpg', await createJpeg(600, 400))
  const uploading = page.waitForRequest('**/api/images/upload?key=*')
  await expect(page.getByRole('img', { name: 'The chosen file' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByText('Your review added successfully')).toBeVisible()
  expect(new URL((await uploading).url()).searchParams.get('key')).toBe('ironmonger')
  await expect(page.getByLabel('Comment')).toHaveValue('')
  await expect(page.getByRole('img', { name: 'The chosen file' })).toHaveCount(0)
  await page.getByLabel('Comment').fill('Another one.')
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByText('Rating is required')).toBeVisible()
  await expect(page.getByLabel('Comment')).toHaveValue('Another one.')

  await page.goto('/allReviews')
  const card = page.getByRole('listitem').filter({ hasText: 'Ursa Vane' })
  await expect(card).toContainText(comment)
  await expect(card).toContainText('Whitby')
  await expect(card).toContainText('Rating: 4.5 / 5')
  const shown = card.getByRole('img', { name: 'Ursa Vane' })
  await shown.scrollIntoViewIfNeeded()
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  expect(await shown.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/-320\.avif$/)
})

test.describe('a review that can’t be taken', () => {
  test.use({ expected: { errors: [/status of 4\d\d/, /^failed: .*\/api\/images\/upload/, /ERR_FAILED/] } })

  test('shows an error when the shop refuses it or does not answer, and keeps the input', async ({ page }) => {
    await open(page, 'Willa York')
    await fill(page, '6')
    await choose(page, 'bench.jpg', await createJpeg(300, 200))
    await page.getByRole('button', { name: 'Add Review' }).click()
    await expect(page.getByText('Failed to added a review')).toBeVisible()
    await expect(page.getByText('The rating is a number from 1 to 5, whole or a half.')).toBeVisible()
    await page.getByLabel('Rating').fill('5')
    await page.route('**/api/images/upload*', route => route.abort())
    await page.getByRole('button', { name: 'Add Review' }).click()
    await expect(page.getByText('The shop does not answer. Please try again.')).toBeVisible()
    await expect(page.getByLabel('Comment')).toHaveValue(comment)
    await page.unroute('**/api/images/upload*')
    await page.getByRole('button', { name: 'Add Review' }).click()
    await expect(page.getByText('Your review added successfully')).toBeVisible()
  })
})
