import type { Page } from '@playwright/test'
import { callApi, expect, signUpByForm, test } from '#test/e2e/fixtures.ts'
import { openPurchaseFromHome, submitOrder } from '#test/e2e/orders.ts'
import { createJpeg } from '#test/e2e/sample-images.ts'
import { provideStripeJs } from '#test/e2e/stripe-js.ts'
import type { ServicePorts } from '#test/fakes/services.ts'

const ports: ServicePorts = JSON.parse(process.env.E2E_SERVICES ?? '{}')
const getUrl = (name: keyof ServicePorts) => `http://127.0.0.1:${ports[name]}`

test.beforeEach(async ({ page }) => provideStripeJs(page, getUrl('payments')))

/** The mail that the mail server has for the person, once it is there. Subjects of orders are encoded. */
async function waitForMail(page: Page, to: string, subject: RegExp): Promise<string> {
  let found: { text: string } | undefined
  await expect
    .poll(async () => {
      const mails: { text: string }[] = await (await page.request.get(`${getUrl('mails')}/${to}`)).json()
      found = mails.find(each => subject.test(each.text))
      return found !== undefined
    })
    .toBe(true)
  return found?.text ?? ''
}

async function fill(page: Page, number: string) {
  await page.locator('#cardNumber input').fill(number)
  await page.locator('#cardExpiry input').fill('12 / 34')
  await page.locator('#cardCvc input').fill('123')
}

/** Opens the link of the verification mail in another tab. */
async function verifyEmail(page: Page, { email }: { email: string }) {
  const mail = await waitForMail(page, email, /^Subject: Verify your email/m)
  // Long lines of a mail are broken with an equals sign, which is itself written in hexadecimal.
  const text = mail.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
  const tab = await page.context().newPage()
  await tab.goto(/http\S+\/verify-email\?token=\S+/.exec(text)?.[0] ?? 'no link')
  await tab.getByRole('button', { name: 'Verify email' }).click()
  await expect(tab.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  await tab.close()
}

async function typeReview(page: Page) {
  await page.getByLabel('Comment').fill('Cuts as straight as it says.')
  await page.getByLabel('Rating').fill('5')
  await page.getByLabel('City').fill('Hull')
  const file = { name: 'saw.jpg', mimeType: 'image/jpeg', buffer: await createJpeg(400, 400) }
  await page.getByLabel('Image', { exact: true }).setInputFiles(file)
}

async function signUpVerified(page: Page, name?: string) {
  const buyer = await signUpByForm(page, name)
  await verifyEmail(page, buyer)
  return buyer
}

test.describe('a buyer whose email is not verified', () => {
  test.use({ expected: { errors: [/status of 403/] } })

  test('is told before ordering or reviewing, and loses nothing that was typed', async ({ page }) => {
    const buyer = await signUpByForm(page, 'Yara Zell')
    const notice = page.getByText(/^Verify your email before you/)
    await page.goto('/dashboard/review')
    await expect(notice).toHaveText('Verify your email before you write a review.')
    await typeReview(page)
    await page.getByRole('button', { name: 'Add Review' }).click()
    const sentence = 'Please verify your email first: we sent you a link.'
    await expect(page.getByRole('main').getByText(sentence)).toBeVisible()
    await expect(page.getByLabel('Comment')).toHaveValue('Cuts as straight as it says.')
    await page.getByLabel('Comment').fill('')
    await page.getByLabel('City').fill('')

    await openPurchaseFromHome(page, 'Circular Saw')
    await expect(notice).toHaveText('Verify your email before you order.')
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await expect(page.getByText('Sent Email Verification')).toBeVisible()
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Phone').fill('555 0100')
    await dialog.getByLabel('Address').fill('1 Forge Lane')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await verifyEmail(page, buyer)
    await expect(notice).toHaveCount(0)
    await expect(dialog.getByLabel('Address')).toHaveValue('1 Forge Lane')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})

test('a buyer signs up, orders, pays, reviews with an image, and is written to', async ({ page }) => {
  const buyer = await signUpVerified(page, 'Yara Zell')
  await openPurchaseFromHome(page, 'Circular Saw')
  await submitOrder(page)
  await expect(page.getByRole('row').filter({ hasText: 'Circular Saw' })).toBeVisible()
  await waitForMail(page, buyer.email, /^Subject: .*Order_\d+_placed_/m)

  await page.getByRole('link', { name: 'Pay' }).click()
  for (const label of ['Card number', 'Expiry (MM / YY)', 'CVC']) await expect(page.getByText(label)).toBeVisible()
  await fill(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('Thanks for your payment')).toBeVisible()
  const shown = await page.getByText(/^Your transactionId is: pi_\w+$/).textContent()
  const transactionId = shown?.split(': ')[1] ?? 'none'
  expect(await waitForMail(page, buyer.email, /^Subject: .*Order_\d+_paid_/m)).toContain(transactionId)

  await page.goto('/dashboard/review')
  await typeReview(page)
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByText('Your review added successfully')).toBeVisible()
  await page.goto('/allReviews')
  const image = page.getByRole('img', { name: 'Yara Zell' })
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  expect(await image.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain(getUrl('images'))
})

test.describe('a payment', () => {
  test.use({ expected: { errors: [/status of 402/, /ERR_FAILED/, /^failed: .*\/api\/orders\//] } })

  test('that is declined shows the provider’s message, and another card pays', async ({ page }) => {
    await signUpVerified(page)
    await openPurchaseFromHome(page, 'Circular Saw')
    await submitOrder(page)
    await page.getByRole('link', { name: 'Pay' }).click()
    await fill(page, '4000000000000002')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByText('Your card was declined.')).toBeVisible()
    await fill(page, '4242424242424242')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByText('Your payment is done.')).toBeVisible()
  })

  test('is recorded by the webhook when the browser does not return', async ({ page }) => {
    const buyer = await signUpVerified(page)
    await openPurchaseFromHome(page, 'Circular Saw')
    await submitOrder(page)
    await page.getByRole('link', { name: 'Pay' }).click()
    await page.route('**/api/orders/*', route => route.abort())
    await fill(page, '4242424242424242')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await waitForMail(page, buyer.email, /^Subject: .*Order_\d+_paid_/m)
    const [paid] = await callApi(page, 'GET', '/orders?limit=1')
    expect(paid.paid).toBe(true)
  })
})
