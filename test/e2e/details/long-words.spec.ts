import type { Page } from '@playwright/test'
import { admin, callApi, expect, logInByApi, signUpVerified, test } from '#test/e2e/fixtures.ts'
import { withScrollbars } from '#test/e2e/public-pages.ts'

test.use(withScrollbars)

const word = 'Ironmongery'.repeat(9)
const image = '/images/claw-hammer-800.webp'

const readExcess = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function expectFit(page: Page, paths: readonly string[]) {
  for (const width of [360, 1366]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect.soft(await readExcess(page), `${path} at ${width} px`).toBe(0)
    }
  }
}

test('no text that people enter widens a page', async ({ page }) => {
  await logInByApi(page, admin)
  const newTool = { name: word, description: word.repeat(5), image, price: 10, minimum: 1, available: 100 }
  const { insertedId: toolId } = await callApi(page, 'POST', '/addProduct', newTool)
  const person = await signUpVerified(page, word)
  const { email, name } = person
  const order = { toolId, toolName: word, price: 10, totalPrice: 10, quantity: '1 pieces', userEmail: email }
  await callApi(page, 'POST', '/bookingOrder', { ...order, userName: name, phone: word.slice(0, 99), address: word })
  const review = { name, email, comment: word, rating: '5', img: image, city: word }
  const { insertedId: reviewId } = await callApi(page, 'POST', '/review', review)
  const profile = { name, email, education: word, city: word, phone: word.slice(0, 99), linkedIn: word }
  await callApi(page, 'POST', '/userProfile', profile)
  const [{ _id: orderId }] = await callApi(page, 'GET', '/orders?limit=1')

  const search = `?q=${word}`
  await expectFit(page, ['/', '/allReviews', `/shop${search}`, `/shop/${toolId}`, `/purchase/${toolId}`])
  await expectFit(page, ['/dashboard', `/dashboard/payment/${orderId}`, '/dashboard/profile', '/dashboard/review'])
  await logInByApi(page, admin)
  const lists = ['users', 'manageAllOrders', 'reviews', 'manageProducts', 'adminActions']
  const tool = `/dashboard/manageProducts/${toolId}`
  await expectFit(page, [...lists.map(list => `/dashboard/${list}${search}`), tool, `${tool}/stock`])
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`/dashboard/manageAllOrders${search}`)
  await page.getByRole('checkbox', { name: /^Select order/ }).check()
  await page.getByRole('button', { name: 'Deliver: 1 order' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('region', { name: '1 order was not delivered' })).toContainText(word)
  expect.soft(await readExcess(page), 'with a refused order').toBe(0)
  const body = `# ${word}\n\n${word}\n\n    ${word}\n\n| ${word} | b |\n| - | - |\n| ${word} | ${word} |`
  const slug = word.toLowerCase().slice(0, 100)
  await callApi(page, 'POST', '/pages', { slug, title: word, body, published: true })
  await expectFit(page, [`/pages/${slug}`, '/dashboard/pages', `/dashboard/pages/${slug}`])
  await callApi(page, 'DELETE', `/pages/${slug}`)
  await callApi(page, 'DELETE', `/allReviews/${reviewId}`)
  await callApi(page, 'DELETE', `/tool/${toolId}`)
})
