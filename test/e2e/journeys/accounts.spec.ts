import { fillAddress } from '#test/e2e/address.ts'
import { admin, expect, logInByApi, signUpVerified, test } from '#test/e2e/fixtures.ts'
import { holdCalls } from '#test/e2e/hold-calls.ts'
import { tryToLogIn } from '#test/e2e/sign-in-form.ts'

const { step } = test

test.use({ expected: { errors: [/status of (400|401|403|409)/, /ERR_FAILED/, /^failed: .*\/orders /] } })

test('an admin orders for a buyer, notes what matters, and blocks the account', async ({ page, browser }) => {
  const name = `Zora ${crypto.randomUUID().slice(0, 8)}`
  const buyer = await signUpVerified(page, name)
  await logInByApi(page, admin)

  await step('the account is found in All Users', async () => {
    await page.goto(`/dashboard/users?q=${buyer.email}`)
    await page.getByRole('link', { name: buyer.email }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page.getByText('No orders yet.')).toBeVisible()
  })

  await step('tools are added by SKU; what cannot be ordered stays, with its fault', async () => {
    await page.getByRole('link', { name: 'New order' }).click()
    const release = await holdCalls(page, '**/api/toolLookup')
    await page.getByLabel('Add tools').fill('FTM-25 60\nNOPE-1 5')
    await page.getByRole('button', { name: 'Add these lines' }).click()
    await page.getByLabel('Add tools').pressSequentially('NEXT 7')
    release()
    await expect(page.getByRole('alert').filter({ hasText: 'NOPE-1' })).toContainText('No tool has the SKU “NOPE-1”.')
    await expect(page.getByLabel('Add tools')).toHaveValue('NOPE-1\t5\nNEXT 7')
    await expect(page.getByRole('spinbutton', { name: 'Quantity of Farmark Tape Measure' })).toHaveValue('60')
  })

  await step('a line that leaves its quantity open is refused again', async () => {
    await page.getByLabel('Add tools').fill('CS-185 36 48\nNOPE-1 24\nNOPE-2 24')
    for (const fault of ['Which of these numbers is the quantity: 36 or 48?', '“?” is not a number of pieces.']) {
      await page.getByRole('button', { name: 'Add these lines' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'CS-185' })).toContainText(fault)
      await expect(page.getByLabel('Add tools')).toHaveValue('CS-185\t?\nNOPE-1\t24\nNOPE-2\t24')
    }
  })

  await step('a tool that is added again shows its new quantity', async () => {
    await page.getByLabel('Add tools').fill('FTM-25 60')
    await page.getByRole('button', { name: 'Add these lines' }).click()
    await expect(page.getByRole('spinbutton', { name: 'Quantity of Farmark Tape Measure' })).toHaveValue('120')
  })

  await step('the order is placed for the buyer, once, as it is shown', async () => {
    const placed = (url: URL) => /^\/api\/accounts\/.*\/orders$/.test(url.pathname)
    await page.route(placed, async route => {
      await route.fetch()
      await route.abort()
    })
    await page.getByLabel('Name', { exact: true }).fill(name)
    await fillAddress(page, '4 Canal Yard')
    await page.getByLabel('Purchase order number').fill('PO-77')
    await page.getByRole('spinbutton', { name: 'Quantity of Farmark Tape Measure' }).fill('130')
    await page.getByRole('button', { name: 'Place the order' }).click()
    await expect(page.getByText('The shop does not answer. Please try again.')).toBeVisible()
    await page.unroute(placed)
    await page.getByRole('button', { name: 'Place the order' }).click()
    await expect(page.getByText(/^Order \d+ is placed, and its buyer is mailed$/)).toBeVisible()
    await expect(page.getByText('PO-77').first()).toBeVisible()
    await expect(page.getByRole('main')).toContainText('130 pieces at $6.40')
  })

  await step('the account shows it, and takes notes', async () => {
    await page.goto(`/dashboard/users?q=${buyer.email}`)
    await page.getByRole('link', { name: buyer.email }).click()
    await expect(page.getByRole('row', { name: /Farmark Tape Measure.*Unpaid/ })).toHaveCount(1)
    await page.getByLabel('New note').fill('Prefers mornings.')
    await page.getByRole('button', { name: 'Add the note' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Prefers mornings.' })).toBeVisible()
    await expect(page.getByLabel('New note')).toHaveValue('')
  })

  await step('a blocked account cannot log in, until it is unblocked', async () => {
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByRole('button', { name: 'Block the account' }).click()
    await expect(page.getByText('Give a reason. Other admins see it.')).toBeVisible()
    await page.getByLabel('Reason, for admins').fill('Card fraud')
    await page.getByRole('button', { name: 'Block the account' }).click()
    await expect(page.getByText(/^Blocked on .*: Card fraud$/)).toBeVisible()
    const context = await browser.newContext()
    const other = await context.newPage()
    await other.goto(new URL('/login', page.url()).href)
    await tryToLogIn(other, buyer.email, buyer.password)
    await expect(other.getByText('This account is blocked. Please write to us.')).toBeVisible()
    await page.getByRole('button', { name: 'Unblock the account' }).click()
    await expect(page.getByRole('button', { name: 'Block', exact: true })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await other.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(other.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await context.close()
  })
})
