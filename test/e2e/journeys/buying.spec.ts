import { expect, getCard, signUpByApi, signUpByForm, test } from '#test/e2e/fixtures.ts'
import { fillCard, openPurchaseFromHome, placeOrder, submitOrder } from '#test/e2e/orders.ts'

test('a new buyer signs up, orders the minimum, pays and sees the order paid', async ({ page }) => {
  await signUpByForm(page)
  await expect(page.getByText('Sent Email Verification')).toBeVisible()

  await openPurchaseFromHome(page, 'Circular Saw')
  const minimum = await page.getByLabel('Quantity').inputValue()
  await submitOrder(page)
  const text = `Your order of Circular Saw ${minimum} pieces confirmed successfully`
  await expect(page.getByText(text)).toBeVisible()

  const row = page.getByRole('row').filter({ hasText: 'Circular Saw' })
  await expect(row.getByRole('cell')).toHaveText([
    '1',
    'Circular Saw',
    '$129.00',
    `${minimum} pieces`,
    'Pay',
    '',
    'Cancel',
    '$1,032.00',
    '',
    /^\d{6}\w{3} \d+$/,
    '',
  ])
  await row.getByRole('link', { name: 'Pay' }).click()

  await expect(page.getByRole('heading', { name: 'Hello, Rita Moss' })).toBeVisible()
  await expect(page.getByText('Please Pay for Circular Saw')).toBeVisible()
  await expect(page.getByText('Pay to secure your pieces.')).toBeVisible()
  await expect(page.getByText(/^Please pay \$[\d,]+\.00$/)).toBeVisible()
  await fillCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByText('Thanks for your payment')).toBeVisible()
  await expect(page.getByText('Your payment is done.')).toBeVisible()
  const shown = await page.getByText(/^Your transactionId is: pi_\w+$/).textContent()
  await expect(page.getByRole('button', { name: 'Pay' })).toBeDisabled()

  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().click()
  await expect(row).toContainText('Paid')
  await expect(row).toContainText(shown?.split(': ')[1] ?? 'no id')
  await expect(row).toContainText('Order request accepted')
  await expect(row.getByRole('button', { name: 'Copy the transaction id of Circular Saw' })).toBeVisible()
})

test('an unpaid order takes no stock, and is cancelled after a question', async ({ page }) => {
  await signUpByApi(page)
  const readAvailable = async (name: string) => {
    await page.goto('/')
    return getCard(page, name)
      .getByText(/Available/)
      .textContent()
  }
  const before = await readAvailable('Powermatic Shaper')
  await openPurchaseFromHome(page, 'Powermatic Shaper')
  await submitOrder(page)
  expect(await readAvailable('Powermatic Shaper')).toBe(before)

  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure to cancel this order?' })
  await dialog.getByRole('button', { name: 'No' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('You have no orders yet.')).toBeVisible()
})

test('after a cancel, a toast says so and the keyboard goes on in the next row', async ({ page }) => {
  const person = await signUpByApi(page)
  for (const name of ['Circular Saw', 'Farmark Tape Measure', 'Reciprocal saw']) await placeOrder(page, person, name)
  await page.goto('/dashboard')
  await expect(page.getByRole('columnheader')).toHaveText([
    'SL no.',
    'Tool Name',
    'Price Per Unit',
    'Quantity',
    'Payment',
    'XID',
    'Cancel Order',
    'Total',
    'Delivery Status',
    'Order no.',
  ])
  const getCancel = (name: string) => page.getByRole('button', { name: `Cancel the order of ${name}` })
  await getCancel('Farmark Tape Measure').press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).press('Enter')
  await expect(page.getByText(/^Your order \d+ is cancelled$/)).toBeVisible()
  await expect(getCancel('Farmark Tape Measure')).toHaveCount(0)
  await expect(getCancel('Circular Saw')).toBeFocused()
  await getCancel('Circular Saw').press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).press('Enter')
  await expect(getCancel('Reciprocal saw')).toBeFocused()
})

test.describe('cards that fail', () => {
  test.use({ expected: { errors: [/status of 402/] } })
  const cards = [
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4000 0000 0000 0069', 'Your card has expired.'],
    ['4000 0000 0000 0127', "Your card's security code is incorrect."],
    ['4242 4242 4242 4241', 'Your card number is incorrect.'],
  ] as const

  test('each shows the provider’s message in red and leaves the order unpaid', async ({ page }) => {
    await signUpByApi(page)
    await openPurchaseFromHome(page, 'Reciprocal saw')
    await submitOrder(page)
    await page.getByRole('link', { name: 'Pay' }).click()
    for (const [number, message] of cards) {
      await fillCard(page, number)
      await page.getByRole('button', { name: 'Pay' }).click()
      await expect(page.getByText(message)).toBeVisible()
      await expect(page.getByText(message)).toHaveClass(/text-error/)
    }
    await page.goto('/dashboard')
    await expect(page.getByRole('row').last()).toContainText('Pay')
    await expect(page.getByRole('row').last()).not.toContainText('Paid')
  })
})
