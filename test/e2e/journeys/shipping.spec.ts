import { expectAccessible, expectAccessibleAlsoNarrow } from '#test/e2e/axe.ts'
import { admin, callApi, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { checkOut, downloadPdf } from '#test/e2e/order-page.ts'

const { step } = test

test.use({ expected: { errors: [/status of 400/] } })

test('an admin ships an order in parts, which its buyer follows', async ({ page }) => {
  const buyer = await signUpByApi(page)
  const id = await checkOut(page, ['Farmark Tape Measure', 'Circular Saw'])
  const path = `/dashboard/orders/${id}`
  await logInByApi(page, admin)
  await callApi(page, 'POST', `/allOrders/${id}/payment`, { reference: 'T 1' })

  await step('too many pieces are refused at their line, and what was typed stays', async () => {
    await page.goto(path)
    const saw = page.getByRole('spinbutton', { name: /^Circular Saw/ })
    const tape = page.getByRole('spinbutton', { name: /^Farmark Tape Measure/ })
    await expect(saw).toHaveValue('8')
    await saw.fill('9')
    await tape.fill('10')
    await page.getByLabel('Carrier').fill('UPS')
    await page.getByRole('button', { name: /^Ship \d/ }).click()
    await expect(saw).toHaveAccessibleDescription('8 of 8 left to ship.')
    await expect(tape).toHaveValue('10')
    await expect(page.getByLabel('Carrier')).toHaveValue('UPS')
    await expectAccessible(page)
    await saw.fill('6')
    await page.getByLabel('Tracking number').fill('1Z999')
    await page.getByRole('button', { name: /^Ship \d/ }).click()
    await expect(page.getByText('the pieces are marked as shipped')).toBeVisible()
    await expect(saw).toHaveValue('2')
    await expect(page.getByText('Shipped in part')).toBeVisible()
  })

  await step('its lists say that a part is shipped', async () => {
    await page.getByRole('link', { name: 'Manage Orders' }).click()
    const row = page.getByRole('row').filter({ hasText: buyer.name }).first()
    await expect(row).toContainText('Shipped in part')
    await page.goto(`/dashboard/users?q=${buyer.email}`)
    await page.getByRole('link', { name: buyer.email }).click()
    await expect(page.getByRole('row', { name: /Farmark Tape Measure/ })).toContainText('Shipped in part')
  })

  await step('its buyer sees the shipment, where it is, and what follows', async () => {
    await logInByApi(page, buyer)
    await page.goto('/dashboard')
    await expect(page.getByText('Shipped in part')).toBeVisible()
    await page.goto(path)
    await expect(page.getByRole('link', { name: /^1Z999/ })).toHaveAttribute(
      'href',
      'https://www.ups.com/track?tracknum=1Z999',
    )
    await expect(page.getByText(/2 to follow/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Ship \d/ })).toHaveCount(0)
    const slip = await downloadPdf(page, 'Packing slip (PDF)')
    expect(slip.text).toContain('Shipment 1')
    await expectAccessibleAlsoNarrow(page)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await step('the form ships the rest, and tracking is added later', async () => {
    await logInByApi(page, admin)
    await page.goto(path)
    await page.getByRole('button', { name: /^Ship \d/ }).click()
    await expect(page.getByRole('heading', { name: '2 shipments' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Ship \d/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Add tracking' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'Add tracking' })).toBeFocused()
    await page.getByRole('button', { name: 'Add tracking' }).click()
    await page.getByLabel('Carrier').fill('Own van')
    await page.getByRole('button', { name: 'Save tracking' }).click()
    await expect(page.getByText('Own van', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Admin Actions' }).click()
    await expect(page.getByText(/shipped pieces 16/)).toBeVisible()
  })
})
