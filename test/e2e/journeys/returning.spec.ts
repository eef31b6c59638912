import { expectAccessible, expectAccessibleAlsoNarrow } from '#test/e2e/axe.ts'
import { admin, callApi, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { checkOut, downloadPdf } from '#test/e2e/order-page.ts'
import { createJpeg } from '#test/e2e/sample-images.ts'

const { step } = test

test.use({ expected: { errors: [/status of 400/] } })

test('a buyer returns pieces with a photo, and an admin accepts, receives and refunds them', async ({ page }) => {
  const buyer = await signUpByApi(page, 'Rhea Turner')
  const id = await checkOut(page, ['Farmark Tape Measure', 'Circular Saw'])
  const path = `/dashboard/orders/${id}`
  await logInByApi(page, admin)
  await callApi(page, 'POST', `/allOrders/${id}/payment`, { reference: 'T 1' })
  await callApi(page, 'PATCH', `/allOrders/${id}`)

  await step('faults are told at their places, and what was typed stays', async () => {
    await logInByApi(page, buyer)
    await page.goto(path)
    await page.getByRole('button', { name: 'Return pieces' }).click()
    await expect(page.getByRole('heading', { name: 'Return pieces' })).toBeFocused()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'Return pieces' })).toBeFocused()
    await page.getByRole('button', { name: 'Return pieces' }).click()
    const saw = page.getByRole('spinbutton', { name: /^Circular Saw/ })
    const uploads: string[] = []
    page.on('request', request => request.url().includes('/images/upload') && uploads.push(request.url()))
    const buffer = await createJpeg(300, 200)
    await page.getByLabel('Photos').setInputFiles({ name: 'guard.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByRole('button', { name: 'Ask for the return' }).click()
    await expect(page.getByText('A return has at least one piece.')).toBeVisible()
    expect(uploads).toEqual([])
    await saw.fill('9')
    await page.getByRole('button', { name: 'Ask for the return' }).click()
    await expect(page.getByText('A return has at least one piece.')).toHaveCount(0)
    await expect(page.getByLabel('What is wrong with them')).toHaveAccessibleDescription('Say what is wrong with them.')
    await page.getByLabel('What is wrong with them').fill('The blade guards are bent')
    await page.getByRole('button', { name: 'Ask for the return' }).click()
    await expect(saw).toHaveAccessibleDescription('Only 8 can be returned.')
    await expect(page.getByLabel('What is wrong with them')).toHaveValue('The blade guards are bent')
    await expectAccessible(page)
    await saw.fill('2')
    await page.getByRole('button', { name: 'Ask for the return' }).click()
    await expect(page.getByText('The return is requested')).toBeVisible()
    expect(uploads.length).toBe(1)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByText('2 pieces of Circular Saw')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Photo 1 of 1, in a new tab' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ask for the return' })).toHaveCount(0)
    await expectAccessibleAlsoNarrow(page)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await step('an admin finds it among the returns, and accepts it with a sentence', async () => {
    await logInByApi(page, admin)
    await page.goto('/dashboard/returns?state=requested')
    const row = page.getByRole('row').filter({ hasText: buyer.name })
    await expect(row).toContainText('The blade guards are bent')
    await expectAccessible(page)
    await row.getByRole('link').click()
    await page.getByLabel('Answer to the buyer').fill('Please send them to 12 Foundry Road.')
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText('The return is accepted')).toBeVisible()
  })

  await step('they come, one goes back into the stock, and the money is refunded', async () => {
    const came = page.getByRole('spinbutton', { name: /^Circular Saw/ })
    await came.fill('')
    await page.getByRole('button', { name: 'Record receipt' }).click()
    await expect(came).toHaveAccessibleDescription('Enter how many came, or 0.')
    await came.fill('2')
    await page.getByRole('spinbutton', { name: 'Damaged: Circular Saw' }).fill('3')
    await page.getByRole('button', { name: 'Record receipt' }).click()
    await expect(came).toHaveAccessibleDescription('More are damaged than came.')
    await expectAccessible(page)
    await page.getByRole('spinbutton', { name: 'Damaged: Circular Saw' }).fill('1')
    await page.getByRole('button', { name: 'Record receipt' }).click()
    await expect(page.getByText('2 pieces of Circular Saw, 1 back in the stock')).toBeVisible()
    await page.getByRole('button', { name: 'Refund this return' }).click()
    await expect(page.getByLabel('Amount ($)')).toHaveValue('258.00')
    await page.getByLabel('Reference of a bank transfer').fill('OUT 3')
    await page.getByRole('button', { name: 'Refund $258.00' }).click()
    await expect(page.getByRole('heading', { name: 'Refund', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refund this return' })).toHaveCount(0)
    await expectAccessible(page)
  })

  await step('its buyer sees the answer and has the credit note', async () => {
    await logInByApi(page, buyer)
    await page.goto(path)
    await expect(page.getByText('Please send them to 12 Foundry Road.')).toBeVisible()
    const note = await downloadPdf(page, 'Credit note (PDF)')
    for (const part of ['Circular Saw', '$258.00']) expect(note.text).toContain(part)
    await expect(page.getByRole('button', { name: 'Withdraw the return' })).toHaveCount(0)
  })
})
