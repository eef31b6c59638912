import type { Page } from '@playwright/test'
import type { Order } from '#contract/schemas/orders.ts'
import { callApi, changeAsAdmin, expect, logInByForm, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { fillCard, openPaymentPage, payOrder, placeOrder } from '#test/e2e/orders.ts'

const getPayButton = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true })
const getDoneMessage = (page: Page) => page.getByText('Your payment is done.')
const getTransactionLine = (page: Page) => page.getByText(/^Your transactionId is: pi_\w+$/)
const getBankDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it is you' })

/** Expects the refusal at the field, in red, with the focus there. */
async function expectRefusalAt(page: Page, label: string, message: string) {
  await expect(page.getByLabel(label)).toHaveAccessibleDescription(message)
  await expect(page.getByText(message)).toHaveClass(/text-error/)
  await expect(page.getByLabel(label)).toBeFocused()
}

async function expectRefusal(page: Page, message: string) {
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: message })
  await expect(alert).toBeVisible()
  await expect(alert).toHaveClass(/text-error/)
  await expect(getDoneMessage(page)).toHaveCount(0)
}

async function expectPaidOnce(page: Page) {
  const id = (await getTransactionLine(page).textContent())?.split(': ')[1] ?? 'no id'
  await page.goto('/dashboard')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').last()).toContainText('Paid')
  await expect(page.getByRole('row').last()).toContainText(id)
  await expect(page.getByRole('link', { name: 'Pay' })).toHaveCount(0)
}

test('Pay is disabled until the client secret has loaded, and after the payment', async ({ page }) => {
  const release = Promise.withResolvers<void>()
  await page.route('**/api/create-payment-intent', async route => {
    await release.promise
    await route.continue()
  })
  const intentRequest = page.waitForRequest('**/api/create-payment-intent')
  await openPaymentPage(page, 'AG45 Angle Grinder')
  await intentRequest
  await fillCard(page, '4242 4242 4242 4242')
  await expect(getPayButton(page)).toBeDisabled()
  release.resolve()
  await expect(getPayButton(page)).toBeEnabled()
  await getPayButton(page).click()
  await expect(getDoneMessage(page)).toBeVisible()
  await expect(getPayButton(page)).toBeDisabled()
  await expect(page.getByLabel('Card number')).toBeHidden()
})

test('the page greets by name, names the tool, the quantity and the total, and says Test mode', async ({ page }) => {
  const intentRequest = page.waitForRequest('**/api/create-payment-intent')
  await openPaymentPage(page, 'Evenline Box Level')
  await expect(page.getByRole('heading', { name: 'Hello, Rita Moss' })).toBeVisible()
  await expect(page.getByText('Please Pay for Evenline Box Level')).toBeVisible()
  await expect(page.getByRole('main').getByText('36 pieces')).toBeVisible()
  await expect(page.getByText('Please pay $477.00')).toBeVisible()
  await expect(page.getByText('Test mode')).toBeVisible()
  // The payment intent is asked for the order's total.
  expect((await intentRequest).postDataJSON()).toMatchObject({ totalPrice: 477 })
})

test('a paid order shows its payment, after a reload too, and takes no second payment', { tag: '@detail' }, async ({
  page,
}) => {
  await openPaymentPage(page, 'AG45 Angle Grinder')
  await fillCard(page, '5555 5555 5555 4444')
  await getPayButton(page).click()
  await expect(getDoneMessage(page)).toBeVisible()
  const shown = (await getTransactionLine(page).textContent()) ?? 'nothing'
  const expectReceipt = async () => {
    await expect(page.getByText('You have paid for AG45 Angle Grinder')).toBeVisible()
    await expect(page.getByText(/^Paid \$[\d,.]+$/)).toBeVisible()
    await expect(page.getByText(/^Paid on \w{3} \d+, \d{4}, /)).toBeVisible()
    await expect(page.getByText(/Please pay/i)).toHaveCount(0)
    await expect(page.getByRole('status').getByRole('link', { name: 'My Orders' })).toBeVisible()
  }
  await expectReceipt()

  const intents: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/create-payment-intent')) intents.push(request.url())
  })
  await page.reload()
  await expect(getDoneMessage(page)).toBeVisible()
  await expectReceipt()
  await expect(getTransactionLine(page)).toHaveText(shown)
  await expect(getPayButton(page).and(page.locator(':enabled'))).toHaveCount(0)
  for (const label of ['Card number', 'Expiry (MM / YY)', 'CVC']) {
    await expect(page.getByLabel(label).and(page.locator(':enabled'))).toHaveCount(0)
  }
  expect(intents).toEqual([])
  await expectPaidOnce(page)
})

test('reloading the page before paying still pays once', { tag: '@detail' }, async ({ page }) => {
  const waitForSecret = async (loading: () => Promise<unknown>): Promise<string> => {
    const answered = page.waitForResponse('**/create-payment-intent').then(response => response.json())
    await loading()
    await expect(getPayButton(page)).toBeEnabled()
    return (await answered).clientSecret
  }
  const first = await waitForSecret(() => openPaymentPage(page, 'AG45 Angle Grinder'))
  for (let time = 0; time < 2; time += 1) expect(await waitForSecret(() => page.reload())).toBe(first)
  await fillCard(page, '4242 4242 4242 4242')
  await getPayButton(page).click()
  await expect(getDoneMessage(page)).toBeVisible()
  await expectPaidOnce(page)
})

test('a double click on Pay pays once', async ({ page }) => {
  const charges = recordCharges(page)
  await openPaymentPage(page, 'AG45 Angle Grinder')
  await fillCard(page, '4242 4242 4242 4242')
  await getPayButton(page).dblclick()
  await expect(getDoneMessage(page)).toBeVisible()
  expect(charges).toHaveLength(1)
  await expectPaidOnce(page)
})

test.describe('3-D Secure', () => {
  test('pays when the authentication is completed', async ({ page }) => {
    await openPaymentPage(page, 'Handheld Power Drill')
    await fillCard(page, '4000 0025 0000 3155')
    await getPayButton(page).click()
    await expect(getBankDialog(page)).toBeVisible()
    await expect(getDoneMessage(page)).toHaveCount(0)
    await getBankDialog(page).getByRole('button', { name: 'Complete authentication' }).click()
    await expect(getDoneMessage(page)).toBeVisible()
    await expect(getBankDialog(page)).toHaveCount(0)
    await expectPaidOnce(page)
  })

  test.describe('that fails', { tag: '@detail' }, () => {
    test.use({ expected: { errors: [/status of 402/] } })
    const message =
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

    test('shows the provider’s message in red, and another card pays', async ({ page }) => {
      await openPaymentPage(page, 'Handheld Power Drill')
      await fillCard(page, '4000 0025 0000 3155')
      await getPayButton(page).click()
      await getBankDialog(page).getByRole('button', { name: 'Fail authentication' }).click()
      await expectRefusal(page, message)
      await expect(getBankDialog(page)).toHaveCount(0)
      await fillCard(page, '4242 4242 4242 4242')
      await getPayButton(page).click()
      await expect(getDoneMessage(page)).toBeVisible()
      await expect(page.getByText(message)).toHaveCount(0)
      await expectPaidOnce(page)
    })

    test('because Escape closed the question shows the same message and leaves Pay usable', async ({ page }) => {
      await openPaymentPage(page, 'Handheld Power Drill')
      await fillCard(page, '4000 0025 0000 3155')
      await getPayButton(page).click()
      await expect(getBankDialog(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expectRefusal(page, message)
      await expect(getPayButton(page)).toBeEnabled()
    })
  })
})

test('a page reloaded in the middle of 3-D Secure still pays', { tag: '@detail' }, async ({ page }) => {
  await openPaymentPage(page, 'Handheld Power Drill')
  await fillCard(page, '4000 0025 0000 3155')
  await getPayButton(page).click()
  await expect(getBankDialog(page)).toBeVisible()
  await page.reload()
  await fillCard(page, '4242 4242 4242 4242')
  await getPayButton(page).click()
  await expect(getDoneMessage(page)).toBeVisible()
  await expectPaidOnce(page)
})

test('each incomplete field shows a sentence in red and charges nothing', async ({ page }) => {
  const sent: string[] = []
  page.on('request', request => {
    if (request.url().includes('/payment_methods')) sent.push(request.url())
  })
  await openPaymentPage(page, 'Evenline Box Level')
  await getPayButton(page).click()
  await expectRefusalAt(page, 'Card number', 'Your card number is incomplete.')
  await fillCard(page, '4242 4242 4', '', '')
  await getPayButton(page).click()
  await expectRefusalAt(page, 'Card number', 'Your card number is incomplete.')
  await fillCard(page, '4242 4242 4242 4242', '12', '')
  await getPayButton(page).click()
  await expectRefusalAt(page, 'Expiry (MM / YY)', "Your card's expiration date is incomplete.")
  await fillCard(page, '4242 4242 4242 4242', '1234', '12')
  await getPayButton(page).click()
  await expectRefusalAt(page, 'CVC', "Your card's security code is incomplete.")
  expect(sent).toEqual([])
  await page.getByLabel('CVC').fill('123')
  await getPayButton(page).click()
  await expect(getDoneMessage(page)).toBeVisible()
})

test.describe('a card that can’t pay', { tag: '@detail' }, () => {
  test.use({ expected: { errors: [/status of 402/] } })

  test('is told at its field, whatever language the provider speaks', async ({ page }) => {
    const error = { code: 'incorrect_number', message: 'Ihre Kartennummer ist falsch.' }
    await page.route('**/payment_methods', route => route.fulfill({ status: 402, json: { error } }))
    await openPaymentPage(page, 'Evenline Box Level')
    await fillCard(page, '4242 4242 4242 4241')
    await getPayButton(page).click()
    await expectRefusalAt(page, 'Card number', error.message)
  })

  test('because it is a real one, not for tests, is declined', async ({ page }) => {
    await openPaymentPage(page, 'Evenline Box Level')
    await fillCard(page, '4111 1111 1111 1111')
    await getPayButton(page).click()
    await expectRefusal(page, 'Your card was declined.')
    await expect(page.getByText('Try another card, or ask your bank.')).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: 'Pay' })).toBeVisible()
    await expect(page.getByText('Order request accepted')).toHaveCount(0)
  })

  test('because its expiry lies in the past is refused, and its number is kept nowhere', async ({ page }) => {
    await openPaymentPage(page, 'Evenline Box Level')
    await fillCard(page, '4242 4242 4242 4242', '0120')
    await getPayButton(page).click()
    await expectRefusalAt(page, 'Expiry (MM / YY)', "Your card's expiration year is invalid.")
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)
    expect(kept).not.toContain('4242')
    await page.reload()
    await expect(page.getByLabel('Card number')).toHaveValue('')
  })
})

test.describe('the order of another account', { tag: '@detail' }, () => {
  test.use({ expected: { errors: [/status of 404/] } })

  test('opened by its address shows a page saying there is no such order', async ({ page }) => {
    const { _id } = await placeOrder(page, await signUpByApi(page), 'Evenline Box Level')
    await signUpByApi(page)
    await page.goto(`/dashboard/payment/${_id}`)
    await expect(page.getByText('There is no such order.')).toBeVisible()
    await expect(page.getByText('Evenline Box Level')).toHaveCount(0)
    await expect(getPayButton(page)).toHaveCount(0)
    await expect(page.getByText('Something went wrong')).toHaveCount(0)
  })
})

test.describe('an order that does not exist', { tag: '@detail' }, () => {
  test.use({ expected: { errors: [/status of 40[04]/] } })

  test('shows the same page, for a malformed id and after its cancellation', async ({ page }) => {
    const person = await signUpByApi(page)
    await page.goto('/dashboard/payment/x')
    await expect(page.getByText('There is no such order.')).toBeVisible()
    await expect(page.getByText('Something went wrong')).toHaveCount(0)
    await placeOrder(page, person, 'Evenline Box Level')
    await page.goto('/dashboard')
    const path = (await page.getByRole('link', { name: 'Pay' }).getAttribute('href')) ?? 'none'
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('You have no orders yet.')).toBeVisible()
    await page.goto(path)
    await expect(page.getByText('There is no such order.')).toBeVisible()
  })
})

test.describe('in two tabs', { tag: '@detail' }, () => {
  test.use({ expected: { errors: [/status of 400/] } })

  test('a payment that was made in the other is shown as paid, without the provider’s words', async ({
    page,
    context,
  }) => {
    await openPaymentPage(page, 'AG45 Angle Grinder')
    const other = await context.newPage()
    await other.goto(page.url())
    await fillCard(other, '4242 4242 4242 4242')
    await getPayButton(other).click()
    await expect(getDoneMessage(other)).toBeVisible()
    for (const [typed, shown] of [
      ['12/2040', '12 / 40'],
      ['2040-12', '12 / 40'],
      ['1234', '12 / 34'],
    ] as const) {
      await fillCard(page, '4242 4242 4242 4242', typed)
      await expect(page.getByLabel('Expiry (MM / YY)')).toHaveValue(shown)
    }
    await getPayButton(page).click()
    await expect(getDoneMessage(page)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectPaidOnce(page)
  })
})

/** Pays while calls to that URL fail, and lets them pass afterwards. */
async function payUnanswered(page: Page, url: string, refusal: string) {
  await openPaymentPage(page, 'AG45 Angle Grinder')
  await fillCard(page, '4242 4242 4242 4242')
  await page.route(url, route => route.abort())
  await getPayButton(page).click()
  await expectRefusal(page, refusal)
  await page.unroute(url)
}

test.describe('when an answer is lost', { tag: '@detail' }, () => {
  test.use({ expected: { errors: [/ERR_FAILED/, /status of 40[139]/] } })
  const noAnswer = 'The shop does not answer. Load the page again: nothing is charged twice.'

  test('a payment whose report was lost is recorded after a reload', async ({ page }) => {
    await payUnanswered(page, '**/api/orders/*', noAnswer)
    await page.reload()
    await expect(getDoneMessage(page)).toBeVisible()
    await expect(getPayButton(page).and(page.locator(':enabled'))).toHaveCount(0)
    await expectPaidOnce(page)
  })

  test('Pay records a payment that the shop has not recorded, and charges no second time', async ({ page }) => {
    const charges = recordCharges(page)
    await payUnanswered(page, '**/api/orders/*', noAnswer)
    await getPayButton(page).click()
    await expect(getDoneMessage(page)).toBeVisible()
    await expect(page.getByText('Thanks for your payment')).toBeVisible()
    expect(charges).toHaveLength(1)
    await expectPaidOnce(page)
  })

  test('a payment whose session has ended is recorded by Pay after a login in another tab', async ({
    page,
    context,
  }) => {
    const { email, password } = await openPaymentPage(page, 'AG45 Angle Grinder')
    await fillCard(page, '4242 4242 4242 4242')
    await context.clearCookies()
    await page.evaluate(() => localStorage.removeItem('accessToken'))
    await getPayButton(page).click()
    await expectRefusal(page, 'Please log in first.')
    await logInByForm(await context.newPage(), { email, password })
    await getPayButton(page).click()
    await expect(getDoneMessage(page)).toBeVisible()
    await expectPaidOnce(page)
  })

  test('a card provider that does not answer shows one sentence, and the same card pays later', async ({ page }) => {
    await payUnanswered(page, '**/sandbox/payments/**', 'The card payment provider does not answer. Please try again.')
    await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
    await getPayButton(page).click()
    await expect(getDoneMessage(page)).toBeVisible()
    await expectPaidOnce(page)
  })

  test('a client secret that can’t be had shows one sentence and keeps Pay disabled', async ({ page }) => {
    await page.route('**/api/create-payment-intent', route => route.abort())
    await openPaymentPage(page, 'AG45 Angle Grinder')
    await expectRefusal(page, noAnswer)
    await expect(getPayButton(page)).toBeDisabled()
    await page.unroute('**/api/create-payment-intent')
    await page.reload()
    await expect(getPayButton(page)).toBeEnabled()
  })
})

test('a second tab on a paid order takes no second payment', { tag: '@detail' }, async ({ page, context }) => {
  await openPaymentPage(page, 'AG45 Angle Grinder')
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(getPayButton(other)).toBeEnabled()
  await fillCard(page, '4242 4242 4242 4242')
  await getPayButton(page).click()
  await expect(getDoneMessage(page)).toBeVisible()
  await fillCard(other, '4242 4242 4242 4242')
  await getPayButton(other).click()
  const refusal = other.getByRole('main').getByRole('alert').filter({ hasText: /./ })
  await expect(refusal.or(getDoneMessage(other)).first()).toBeVisible()
  await other.reload()
  await expect(getDoneMessage(other)).toBeVisible()
  await expectPaidOnce(page)
})

/** The URLs of the page's requests that charge a card. */
function recordCharges(page: Page): string[] {
  const charges: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/confirm')) charges.push(request.url())
  })
  return charges
}

test.describe('a payment that is not captured', () => {
  test.use({ expected: { errors: [/status of 40[0249]/] } })

  test('pieces that are sold while their buyer pays: nothing is charged, and the page says which and what to do', async ({
    page,
  }) => {
    const name = `Last Anvil ${Date.now()}`
    let toolId = ''
    await changeAsAdmin(page, async adminPage => {
      const body = {
        name,
        image: '/images/jigsaw-800.webp',
        price: 8,
        minimum: 2,
        available: 5,
        description: 'Forged.',
      }
      ;({ insertedId: toolId } = await callApi(adminPage, 'POST', '/addProduct', body))
    })
    await signUpByApi(page)
    const order = async (quantity: number): Promise<Order> => {
      const lines = [{ toolId, quantity, price: 8 }]
      const contact = { phone: '555 0100', address: '1 Forge Lane' }
      const { orderId } = await callApi(page, 'POST', '/checkout', { lines, ...contact })
      return callApi(page, 'GET', `/order/${orderId}`)
    }
    const [wanted, other] = [await order(4), await order(3)]
    await page.goto(`/dashboard/payment/${wanted._id}`)
    await expect(page.getByText('Pay to secure your pieces.')).toBeVisible()
    await expect(getPayButton(page)).toBeEnabled()
    await fillCard(page, '4242 4242 4242 4242')
    await payOrder(page, other)
    await getPayButton(page).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Sold out while you were paying.' })
    await expect(alert).toContainText(
      'Your card was not charged. Your bank may show the reserved amount for some days.',
    )
    await expect(alert).toContainText(`2 of 4 pieces of ${name} are left.`)
    await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
    await expect(getPayButton(page)).toBeDisabled()
    await page.reload()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Not all pieces of that order are in stock any more.' }),
    ).toBeVisible()
    await expect(page.getByText('Pay to secure your pieces.')).toHaveCount(0)
    await expect(getPayButton(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Change this order' }).click()
    await page.getByRole('button', { name: 'Change this order' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByRole('heading', { name: 'Cart' })).toBeVisible()
    await changeAsAdmin(page, adminPage => callApi(adminPage, 'DELETE', `/tool/${toolId}`))
  })

  test('an order that is cancelled while its buyer types: nothing is charged, and what was typed stays', async ({
    page,
  }) => {
    await openPaymentPage(page, 'Evenline Box Level')
    await expect(getPayButton(page)).toBeEnabled()
    await fillCard(page, '4242 4242 4242 4242')
    await callApi(page, 'DELETE', `/orders/${page.url().split('/').at(-1)}`)
    await getPayButton(page).click()
    await expectRefusal(page, 'There is no such order.')
    await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
    await expect(getPayButton(page)).toBeDisabled()
  })

  test('a payment that ended, and whose next one can’t begin, tells why Pay is disabled', async ({ page }) => {
    await openPaymentPage(page, 'Evenline Box Level')
    await expect(getPayButton(page)).toBeEnabled()
    await fillCard(page, '4000 0000 0000 9011')
    const detail = 'Payments are away for a moment.'
    const body = {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'payments_unavailable',
      detail,
      errors: [],
    }
    await page.route('**/api/create-payment-intent', route => route.fulfill({ status: 409, json: body }))
    await getPayButton(page).click()
    await expectRefusal(page, detail)
    await expect(getPayButton(page)).toBeDisabled()
  })

  test('an earlier payment that failed is told, and the card pays', async ({ page }) => {
    const detail = 'That payment did not go through.'
    const refused = { code: 'payment_released', kind: 'retry', detail, errors: [] }
    const body = { type: 'about:blank', title: 'Conflict', status: 409, ...refused }
    let isFirst = true
    await page.route('**/api/create-payment-intent', route => {
      if (!isFirst) return route.continue()
      isFirst = false
      return route.fulfill({ status: 409, json: body })
    })
    await openPaymentPage(page, 'Evenline Box Level')
    await expectRefusal(page, detail)
    await fillCard(page, '4242 4242 4242 4242')
    await getPayButton(page).click()
    await expect(getDoneMessage(page)).toBeVisible()
    await expectPaidOnce(page)
  })

  test('a payment that the bank refuses after all is made anew, with what was typed', async ({ page }) => {
    await openPaymentPage(page, 'Evenline Box Level')
    await expect(getPayButton(page)).toBeEnabled()
    await fillCard(page, '4000 0000 0000 9011')
    await getPayButton(page).click()
    await expectRefusal(
      page,
      'That payment did not go through. Your card was not charged. Your bank may show the reserved amount for some days. Please pay again.',
    )
    await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 9011')
    await expect(getPayButton(page)).toBeEnabled()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await getPayButton(page).click()
    await expect(getDoneMessage(page)).toBeVisible()
    await expectPaidOnce(page)
  })
})
