import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { writeXlsx } from 'hucre'
import { callApi, changeAsAdmin, expect, logInByForm, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { checkList, getPasteMore, getQuantity, getRow, getSku, pasteRows } from '#test/e2e/quick-order-page.ts'

const { step } = test

interface ListedTool {
  sku: string
  name: string
  minimum: number
  available: number
}

/** Twenty tools of the demo that can be ordered, the packs among them: other journeys add tools and take them away. */
async function listTools(page: Page): Promise<ListedTool[]> {
  const tools: ListedTool[] = await (await page.request.get('/api/tools')).json()
  const demo: readonly string[] = readFileSync('src/dev/seed/tools.csv', 'utf8').match(/^[A-Z\d-]+(?=,)/gm) ?? []
  return tools.filter(({ sku, minimum, available }) => demo.includes(sku) && available >= 4 * minimum).slice(0, 20)
}

test('forty pasted rows with six faults are repaired, put into the cart and survive a login', async ({ page }) => {
  const buyer = await signUpByApi(page, 'Quinn Order')
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies({ name: /session/ })
  const tools = await listTools(page)
  const [first, second] = tools
  if (!first || !second) throw new Error('no tools')
  // Each tool twice, which is added up; then six faults.
  const twice = [...tools.slice(0, 17), ...tools.slice(0, 17)].map(({ sku, minimum }) => `${sku}\t${minimum}`)
  const faults = [
    `${tools[17]?.sku.slice(0, -1)}\t${tools[17]?.minimum}`,
    `${tools[18]?.sku}\t0`,
    `${tools[19]?.sku}\tten`,
    'NO-SUCH-TOOL-AT-ALL\t5',
    '=1+1\t5',
    'Trio Screwdriver\t48',
  ]
  await page.goto('/quick-order')
  await pasteRows(page, ['SKU\tQuantity', ...twice, ...faults])
  await expect(page.getByRole('heading', { name: '17 tools can be ordered; 6 rows need another look' })).toBeFocused()
  await expect(getPasteMore(page)).toBeVisible()

  await step('a reload keeps the list', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: '17 tools can be ordered; 6 rows' })).toBeVisible()
  })

  await step('each row is repaired in place, or removed', async () => {
    await page.getByRole('button', { name: `${tools[17]?.sku}, ${tools[17]?.name}` }).click()
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: tools[17]?.name ?? '' })
        .first(),
    ).toBeVisible()
    const zero = page.getByRole('row').filter({ hasText: tools[18]?.name ?? '' })
    await expect(zero).toContainText(/The minimum order is \d+ pieces/)
    await zero.getByRole('button', { name: /^Order \d+$/ }).click()
    await expect(zero).not.toContainText('The minimum order')
    // The keyboard goes on with the next row to repair.
    await expect(page.locator('[data-problem] :focus')).toHaveCount(1)
    const words = page.getByRole('row').filter({ hasText: tools[19]?.name ?? '' })
    await expect(words).toContainText('“ten” is not a number of pieces.')
    await words.getByLabel(/^Quantity of row/).fill(String(tools[19]?.minimum))
    await page.keyboard.press('Enter')
    await expect(words).not.toContainText('is not a number')
    for (const text of ['No tool has the SKU “NO-SUCH-TOOL-AT-ALL”.', 'That is a formula.']) {
      const row = page.getByRole('row').filter({ hasText: text })
      await row.getByRole('button', { name: /^Remove row/ }).click()
      await expect(row).toHaveCount(0)
    }
    const named = page.getByRole('row').filter({ hasText: 'No tool has the SKU “Trio Screwdriver”.' })
    await named.getByRole('button', { name: /, Trio Screwdriver Set$/ }).click()
  })

  await expect(page.getByRole('heading', { name: /^2[01] tools can be ordered$/ })).toBeVisible()
  await page.getByRole('button', { name: /^Add 2[01] tools to the cart$/ }).click()
  await expect(page.getByRole('heading', { name: 'Cart' })).toBeVisible()
  await expect(page.getByLabel(`Quantity of ${first.name}`, { exact: true })).toHaveValue(String(2 * first.minimum))

  await step('a login takes the cart along', async () => {
    await logInByForm(page, buyer)
    await page.getByRole('link', { name: /^Cart, 2[01] tools$/ }).click()
    await expect(page.getByText('What you had put into the cart before you logged in')).toBeVisible()
    expect((await callApi(page, 'GET', '/cart')).length).toBeGreaterThanOrEqual(20)
  })
})

test('a file is read, a bad one explained, and rows are added by keyboard', async ({ page }) => {
  const tools = await listTools(page)
  const [first, second, third] = tools
  if (!first || !second || !third) throw new Error('no tools')
  await page.goto('/quick-order')
  const chooser = page.getByLabel('List as a file')
  await chooser.setInputFiles({ name: 'a.xlsx', mimeType: 'text/csv', buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]) })
  await expect(page.getByRole('alert').filter({ hasText: 'This workbook cannot be read.' })).toBeVisible()
  await chooser.setInputFiles({ name: 'b.csv', mimeType: 'text/csv', buffer: Buffer.alloc(1_000_001, 'x') })
  await expect(page.getByRole('alert').filter({ hasText: 'A list has at most 1 MB.' })).toBeVisible()
  await chooser.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) })
  await expect(page.getByRole('alert').filter({ hasText: 'This file is empty. Please choose another.' })).toBeVisible()
  const rows = [
    ['Purchase order 4711'],
    ['Quantity', 'SKU'],
    ...[first, second].map(({ minimum, sku }) => [minimum, sku]),
  ]
  const workbook = await writeXlsx({
    sheets: [
      { name: 'Terms', rows: [['Net 30']] },
      { name: 'Order', rows },
    ],
  })
  await chooser.setInputFiles({ name: 'c.xlsx', mimeType: 'application/zip', buffer: Buffer.from(workbook) })
  await page.getByRole('group', { name: 'Which sheet is the list?' }).getByRole('button', { name: 'Order' }).click()
  await expect(page.getByRole('heading', { name: '2 tools can be ordered' })).toBeVisible()
  await expect(getSku(page, 1)).toHaveValue(first.sku)

  const field = page.getByLabel('SKU or name')
  await field.fill(third.sku.toLowerCase())
  await page.getByLabel('Quantity', { exact: true }).fill(String(third.minimum))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '3 tools can be ordered' })).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await expect(getQuantity(page, 3)).toHaveValue(String(third.minimum))

  await step('a row whose quantity turns wrong stays where it is, and keeps the keyboard', async () => {
    await getQuantity(page, 2).fill('ten')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '2 tools can be ordered; 1 row needs another look' })).toBeVisible()
    await expect(getQuantity(page, 2)).toBeFocused()
    await expect(page.getByRole('row').nth(2)).toContainText('“ten” is not a number of pieces.')
    await getQuantity(page, 2).fill(String(second.minimum))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '3 tools can be ordered' })).toBeFocused()
  })

  await page.getByRole('button', { name: 'Clear the list' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '3 tools can be ordered' })).toBeFocused()
  await page.getByRole('button', { name: 'Clear the list' }).click()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.reload()
  await checkList(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Paste at least one row' })).toBeVisible()
})

test('what a list leaves open is asked once, and nothing is added up without a word', async ({ page }) => {
  const mark = String(Date.now()).slice(-7)
  const body = {
    name: `Bradawl ${mark}`,
    sku: `00${mark}`,
    price: 4,
    minimum: 1,
    available: 900,
    description: 'Bores.',
    image: '/images/claw-hammer-800.webp',
  }
  await changeAsAdmin(page, async adminPage => {
    await callApi(adminPage, 'POST', '/addProduct', body)
  })
  const [first, second] = await listTools(page)
  if (!first || !second) throw new Error('no tools')
  await page.goto('/quick-order')

  await step('the numbers of the lines are not the pieces', async () => {
    await pasteRows(page, [`7,${first.sku},${first.minimum}`, `9,${second.sku},${second.minimum}`])
    const question = page.getByRole('group', { name: 'Which numbers are the pieces?' })
    await question.getByRole('button', { name: `${first.minimum}, ${second.minimum}` }).click()
    await expect(page.getByRole('heading', { name: '2 tools can be ordered' })).toBeFocused()
    await expect(getQuantity(page, 1)).toHaveValue(String(first.minimum))
    await expect(question).toHaveCount(0)
    await expect(getPasteMore(page)).toBeVisible()
  })

  await step('the same list again is added up, which can be taken back', async () => {
    await pasteRows(page, [`${first.sku} ${first.minimum}`])
    await expect(page.getByText('1 row was in the list already: the quantities are added up.')).toBeVisible()
    await expect(getQuantity(page, 1)).toHaveValue(String(2 * first.minimum))
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(getQuantity(page, 1)).toHaveValue(String(first.minimum))
  })

  await step('a tool’s exact name is its SKU, and lost zeros are offered', async () => {
    await pasteRows(page, [`Bradawl ${mark}\t5`])
    await expect(page.getByRole('heading', { name: '3 tools can be ordered' })).toBeVisible()
    await expect(getSku(page, 3)).toHaveValue(`00${mark}`)
    await page.getByRole('button', { name: 'Remove row 3' }).click()
    await pasteRows(page, [`${mark}\t6`])
    await page.getByRole('button', { name: `00${mark}, Bradawl ${mark}` }).click()
    await expect(page.getByRole('heading', { name: '3 tools can be ordered' })).toBeVisible()
    await expect(getQuantity(page, 4)).toHaveValue('6')
  })
})

test('rows stay in the table once though their repair fails on the way', async ({ page }) => {
  const [first, named] = await listTools(page)
  if (!first || !named) throw new Error('no tools')
  let calls = 0
  await page.route('**/api/toolLookup', route => (calls++ === 0 ? route.continue() : route.abort('aborted')))
  await page.goto('/quick-order')
  await pasteRows(page, [`${first.sku}\t${first.minimum}`, `${named.name}\t${named.minimum}`])
  await expect(getPasteMore(page)).toBeVisible()
  await expect(getRow(page, `No tool has the SKU “${named.name}”.`)).toBeVisible()
  await expect(page.getByRole('row').filter({ has: getSku(page, 1) })).toHaveCount(1)
  expect(calls).toBe(2)
})
