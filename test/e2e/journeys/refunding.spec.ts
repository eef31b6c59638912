import { expectAccessible, expectAccessibleAlsoNarrow } from '#test/e2e/axe.ts'
import { admin, callApi, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { checkOut, downloadPdf } from '#test/e2e/order-page.ts'
import { fetchTool, payOrder } from '#test/e2e/orders.ts'

const { step } = test

test.use({ expected: { errors: [/status of 4(00|09)/] } })

test('an admin refunds pieces that are not there, which the buyer follows to the credit note', async ({ page }) => {
  const buyer = await signUpByApi(page)
  const id = await checkOut(page, ['Farmark Tape Measure', 'Circular Saw'])
  const path = `/dashboard/orders/${id}`
  await logInByApi(page, admin)
  await callApi(page, 'POST', `/allOrders/${id}/payment`, { reference: 'T 1' })

  await step('the amount follows the pieces, and faults are told at their places', async () => {
    await page.goto(path)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Refund', exact: true })).toBeFocused()
    const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Refund', exact: true }) })
    const saw = form.getByRole('spinbutton', { name: /^Circular Saw/ })
    await saw.fill('9')
    await expect(form.getByLabel('Amount ($)')).toHaveValue('1161.00')
    await form.getByRole('button', { name: 'Refund $1,161.00' }).click()
    await expect(saw).toHaveAccessibleDescription('8 of 8 left to ship.')
    await expect(form.getByLabel('Reference of a bank transfer')).toHaveAccessibleDescription(
      /was paid by a transfer: send/,
    )
    await expectAccessible(page)
    await saw.fill('3')
    await expect(form.getByLabel('Amount ($)')).toHaveValue('387.00')
    await form.getByLabel('Back to stock: Circular Saw').uncheck()
    await form.getByLabel('Reason, for the buyer').fill('Three saws were dented')
    await form.getByLabel('Reference of a bank transfer').fill('OUT 12')
    await form.getByRole('button', { name: 'Refund $387.00' }).click()
    await expect(page.getByText('the refund is recorded')).toBeVisible()
    await expect(form).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByText('3 pieces of Circular Saw, written off')).toBeVisible()
    await expect(page.getByRole('spinbutton', { name: /^Circular Saw/ })).toHaveValue('5')
  })

  await step('its buyer sees what was refunded, with the credit note', async () => {
    await logInByApi(page, buyer)
    await page.goto('/dashboard')
    await expect(page.getByText('$387.00 refunded')).toBeVisible()
    await page.goto(path)
    await expect(page.getByText('Three saws were dented')).toBeVisible()
    await expect(page.getByText('By bank transfer, reference OUT 12')).toBeVisible()
    await expect(page.getByText('written off')).toHaveCount(0)
    const note = await downloadPdf(page, 'Credit note (PDF)')
    for (const part of ['Credit note', 'Circular Saw', '$387.00', 'Reason: Three saws were dented'])
      expect(note.text).toContain(part)
    await expectAccessibleAlsoNarrow(page)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await step('once all is refunded there is nothing to ship', async () => {
    await logInByApi(page, admin)
    await page.goto(path)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Refund', exact: true }) })
    for (const field of await form.getByRole('spinbutton').all())
      await field.fill((await field.getAttribute('aria-valuemax')) ?? '')
    await form.getByLabel('Reference of a bank transfer').fill('OUT 13')
    await form.getByRole('button', { name: /^Refund \$/ }).click()
    await expect(page.getByRole('heading', { name: '2 refunds' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Ship \d/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
    await page.getByRole('link', { name: 'Admin Actions' }).click()
    await expect(page.getByText(/refunded \$387\.00, reason Three saws were dented/)).toBeVisible()
  })
})

test('after all money was refunded an admin releases the pieces in place of shipping them', async ({ page }) => {
  await signUpByApi(page)
  const id = await checkOut(page, ['Circular Saw'])
  await logInByApi(page, admin)
  await callApi(page, 'POST', `/allOrders/${id}/payment`, { reference: 'T 2' })
  const refund = { amount: 1032, reference: 'OUT 14' }
  await callApi(page, 'PUT', `/allOrders/${id}/refunds/${crypto.randomUUID()}`, refund)
  await page.goto(`/dashboard/orders/${id}`)
  await page.getByRole('button', { name: 'Release pieces' }).click()
  await expect(page.getByRole('heading', { name: 'Release pieces' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Ship \d/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Release these pieces' }).click()
  await expect(page.getByText('Name an amount, or pieces that will not be shipped.')).toBeVisible()
  await page.getByRole('spinbutton', { name: /^Circular Saw/ }).fill('8')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Release these pieces' }).click()
  await expect(page.getByRole('heading', { name: /^Pieces only/ })).toBeVisible()
  await expect(page.getByText('CS-185 · 8 will not be shipped')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Release pieces' })).toHaveCount(0)
})

test('shipped pieces fill in the amount of their refund, once', async ({ page }) => {
  await signUpByApi(page)
  const id = await checkOut(page, ['Circular Saw'])
  await logInByApi(page, admin)
  await callApi(page, 'POST', `/allOrders/${id}/payment`, { reference: 'T 3' })
  await callApi(page, 'PATCH', `/allOrders/${id}`)
  await page.goto(`/dashboard/orders/${id}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByRole('spinbutton', { name: /^Circular Saw/ }).fill('2')
  await expect(page.getByLabel('Amount ($)')).toHaveValue('258.00')
  await page.getByLabel('Reference of a bank transfer').fill('OUT 15')
  // Another admin refunds something while this form is filled in.
  const other = { amount: 12, reference: 'OUT 16', reason: 'Scratched' }
  await callApi(page, 'PUT', `/allOrders/${id}/refunds/${crypto.randomUUID()}`, other)
  await page.getByRole('button', { name: 'Refund $258.00' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '$12.00 refunded, “Scratched”. Somebody' })).toBeVisible()
  await expect(page.getByText('By bank transfer, reference OUT 16')).toBeVisible()
  await expect(page.getByLabel('Reference of a bank transfer')).toHaveValue('OUT 15')
  await page.getByRole('button', { name: 'Refund $258.00' }).click()
  await expect(page.getByText('For shipped pieces: 2 × Circular Saw')).toBeVisible()
  await expect(page.getByText(/CS-185 · 2 refunded/)).toBeVisible()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByText('of 6', { exact: true })).toBeVisible()
})

test('an admin finds a refund that failed, and closes it with a reason', async ({ page }) => {
  const buyer = await signUpByApi(page, 'Fay Lure')
  const id = await checkOut(page, ['Circular Saw'])
  await payOrder(page, { _id: id, totalPrice: 1032 }, '4000000000005126')
  await logInByApi(page, admin)
  const lines = [{ toolId: (await fetchTool(page, 'Circular Saw'))._id, quantity: 2, restocked: true }]
  await callApi(page, 'PUT', `/allOrders/${id}/refunds/${crypto.randomUUID()}`, { amount: 20, lines })
  const readState = async () => (await callApi(page, 'GET', `/orderDetails/${id}`)).refunds[0].state
  await expect.poll(readState).toBe('failed')
  await page.goto(`/dashboard/manageAllOrders?problem=refundFailed&q=${buyer.email}`)
  await page.getByRole('row').filter({ hasText: buyer.name }).getByRole('link', { name: 'Circular Saw' }).click()
  await expect(page.getByText('The money did not reach the buyer (expired or canceled card).')).toBeVisible()
  await expect(page.getByText('Refund failed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Close without paying' }).click()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Close without paying' })).toBeFocused()
  await page.getByRole('button', { name: 'Close without paying' }).click()
  await page.getByRole('button', { name: 'Close the refund' }).click()
  const reason = page.getByLabel('Reason for closing without paying')
  await expect(reason).toHaveAccessibleDescription('This is needed.')
  await reason.fill('Paid in cash')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close the refund' }).click()
  await expect(page.getByText('Closed: Paid in cash')).toBeVisible()
  await expect(page.getByText('CS-185 · 2 will not be shipped')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^Refund/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Refund again' })).toHaveCount(0)
})
