import type { Page } from '@playwright/test'
import { expect, test } from '#test/e2e/fixtures.ts'
import { holdCalls } from '#test/e2e/hold-calls.ts'
import { fetchTool } from '#test/e2e/orders.ts'
import { getQuantity, getSku } from '#test/e2e/quick-order-page.ts'

const { step } = test

/** Types as scanners do: faster than the browser can be told to. */
const scan = (page: Page, code: string) =>
  page.evaluate(code => {
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    for (const character of code) {
      press(character)
      document.execCommand('insertText', false, character)
    }
    press('Tab')
  }, code)

test('a scanner that ends codes with Tab adds a row for each, and a person’s Tab leads to the quantity', async ({
  page,
}) => {
  const tools = [await fetchTool(page, 'Circular Saw'), await fetchTool(page, 'AG45 Angle Grinder')]
  await page.goto('/quick-order')
  const field = page.getByLabel('SKU or name')
  await field.focus()
  const release = await holdCalls(page, '**/api/toolLookup')

  await step('the second code is scanned before the first is looked up', async () => {
    for (const { sku } of tools) await scan(page, sku)
    release()
    await expect(page.getByRole('heading', { name: '2 tools can be ordered' })).toBeVisible()
    const skus = await Promise.all([getSku(page, 1).inputValue(), getSku(page, 2).inputValue()])
    expect(skus.toSorted()).toEqual(tools.map(({ sku }) => sku).toSorted())
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
  })

  await step('a person', async () => {
    await field.fill(tools[0]?.sku ?? '')
    await page.keyboard.press('Tab')
    const quantity = page.getByLabel('Quantity', { exact: true })
    await expect(quantity).toBeFocused()
    await expect(field).toHaveValue(tools[0]?.sku ?? '')
  })
})

test.describe('without the shop', () => {
  test.use({ expected: { errors: [/ERR_FAILED/] } })

  test('a code that is not looked up goes into the list', async ({ page }) => {
    await page.goto('/quick-order')
    await page.route('**/api/toolLookup', route => route.abort())
    await page.getByLabel('SKU or name').fill('DP12')
    await page.getByLabel('Quantity', { exact: true }).fill('7')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Paste SKUs and quantities')).toHaveValue('DP12\t7\n')
    await expect(page.getByText('The shop does not answer. Please try again.')).toBeVisible()
  })
})

test('what is typed while a list is looked up stays', async ({ page }) => {
  const tool = await fetchTool(page, 'Circular Saw')
  await page.goto('/quick-order')
  const list = page.getByLabel('Paste SKUs and quantities')
  const release = await holdCalls(page, '**/api/toolLookup')
  await list.fill(`${tool.sku}\t${tool.minimum}`)
  await page.getByRole('button', { name: 'Check the list' }).click()
  await list.press('ControlOrMeta+End')
  await list.pressSequentially('\nNEXT 5')
  release()
  await expect(getQuantity(page, 1)).toHaveValue(String(tool.minimum))
  await expect(list).toHaveValue('NEXT 5')
})
