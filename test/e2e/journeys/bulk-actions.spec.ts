import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import { toolColumnTitles } from '#contract/cells/tool-cells.ts'
import { admin, callApi, changeAsAdmin, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { fetchTool, payOrder, placeOrder } from '#test/e2e/orders.ts'

const { step } = test

const getBar = (page: Page, nouns: string) => page.getByRole('group', { name: `Selected ${nouns}` })
const getRowBoxes = (page: Page) => page.getByRole('rowheader').getByRole('checkbox')
const getAllBox = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' })
const getBox = (page: Page, number: number) => page.getByRole('checkbox', { name: `Select order ${number}` })

interface Placed {
  _id: string
  number: number
  totalPrice: number
  toolName: string
}

/** Five orders of a new buyer, the newest first: two unpaid above three paid ones. */
async function placeFiveOrders(browser: Browser, name: string): Promise<Placed[]> {
  const page = await (await browser.newContext()).newPage()
  const buyer = await signUpByApi(page, name)
  await placeOrder(page, buyer, 'Circular Saw', 5)
  const orders: Placed[] = await callApi(page, 'GET', '/orders')
  for (const order of orders.slice(2)) await payOrder(page, order)
  await page.context().close()
  return orders
}

async function openOrders(page: Page, name: string) {
  await logInByApi(page, admin)
  await page.goto(`/dashboard/manageAllOrders?q=${name}`)
  await expect(getRowBoxes(page)).toHaveCount(5)
}

async function readDownload(page: Page, press: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download')
  await press()
  return readFile(await (await download).path(), 'utf8')
}

test('an admin delivers and cancels selected orders, reads what was refused, and exports some', async ({
  page,
  browser,
}) => {
  const orders = await placeFiveOrders(browser, 'Wanda Flint')
  const [first, second, third, fourth, fifth] = orders.map(({ number }) => number)
  if (!first || !second || !third || !fourth || !fifth) throw new Error('five orders were placed')
  await openOrders(page, 'Wanda Flint')
  const bar = getBar(page, 'orders')

  await step('Space and arrows select a range, which Escape clears', async () => {
    await expect(page.getByRole('columnheader').first()).toHaveText('SL no.')
    await getBox(page, third).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('j')
    await expect(getBox(page, fifth)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(getBox(page, fifth)).toBeFocused()
    await page.keyboard.press('Shift+Space')
    await expect(bar.getByRole('status')).toHaveText('3 orders selected')
    await expect(getBox(page, fourth)).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(bar.getByRole('status')).toBeEmpty()
    await expect(getBox(page, fifth)).toBeFocused()
    await page.keyboard.press('k')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(getBox(page, second)).toBeFocused()
  })

  await step('a click with Shift selects a range, and takes one back', async () => {
    await getBox(page, second).check()
    await getBox(page, fifth).click({ modifiers: ['Shift'] })
    await expect(bar.getByRole('status')).toHaveText('4 orders selected')
    await expect(getAllBox(page)).toHaveJSProperty('indeterminate', true)
    await getBox(page, third).click({ modifiers: ['Shift'] })
    await expect(bar.getByRole('status')).toHaveText('1 order selected')
    await expect(getBox(page, second)).toBeChecked()
    await getAllBox(page).check()
    await expect(bar.getByRole('status')).toHaveText('5 orders selected')
    await bar.getByRole('button', { name: 'Clear' }).press('Enter')
    await expect(bar.getByRole('status')).toBeEmpty()
    await expect(getBox(page, third)).toBeFocused()
  })

  await step('three are delivered, of which one was meanwhile; that one is selected no longer', async () => {
    await getBox(page, third).focus()
    await page.keyboard.press('Space')
    await getBox(page, fifth).focus()
    await page.keyboard.press('Shift+Space')
    await changeAsAdmin(page, async other => {
      await callApi(other, 'PATCH', `/allOrders/${orders[3]?._id}`)
    })
    await bar.getByRole('button', { name: 'Deliver: 3 orders' }).click()
    const dialog = page.getByRole('dialog', { name: 'Are you sure to deliver 3 orders?' })
    await dialog.getByRole('button', { name: 'No' }).click()
    await expect(bar.getByRole('status')).toHaveText('3 orders selected')
    await bar.getByRole('button', { name: 'Deliver: 3 orders' }).click()
    // A scanner sends Enter after each number.
    await dialog.getByLabel('Carrier').press('Enter')
    await expect(dialog.getByLabel(/^Tracking number of/).first()).toBeFocused()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('2 orders are marked as shipped. 1 order was delivered already')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Shipped' })).toHaveCount(3)
    await expect(dialog).toBeHidden()
    await expect(bar.getByRole('status')).toBeEmpty()
    await expect(bar).toBeFocused()
  })

  await step('two are cancelled, and one that is shipped is named with the reason until it is dismissed', async () => {
    await getBox(page, first).check()
    await getBox(page, third).click({ modifiers: ['Shift'] })
    await bar.getByRole('button', { name: 'Cancel: 3 orders' }).click()
    await page
      .getByRole('dialog', { name: 'Are you sure to cancel 3 orders?' })
      .getByRole('button', { name: 'Yes' })
      .click()
    await expect(page.getByText('2 orders are cancelled')).toBeVisible()
    await expect(getRowBoxes(page)).toHaveCount(3)
    const refused = bar.getByRole('region', { name: '1 order was not cancelled' })
    const sentence = `${third}, Circular Saw, Wanda Flint: That order is paid already.`
    await expect(refused.getByRole('listitem')).toHaveText([sentence])
    await expect(getBox(page, third)).toBeChecked()
    await expect(bar.getByRole('status')).toHaveText('1 order selected')
    await page.getByLabel('Sort by').selectOption('Oldest first')
    await expect(page).toHaveURL(/sort=oldest/)
    await expect(bar.getByRole('status')).toBeEmpty()
    await expect(refused).toBeVisible()
    await refused.getByRole('button', { name: 'Dismiss' }).click()
    await expect(refused).toHaveCount(0)
  })

  await step('selected orders and their lines are exported', async () => {
    await getBox(page, fifth).check()
    await getBox(page, third).check()
    const press = (name: string) => () => bar.getByRole('button', { name, exact: true }).click()
    const csv = await readDownload(page, press('Export'))
    expect(csv.match(/^\d{6}/gm)).toEqual([String(fifth), String(third)])
    expect((await readDownload(page, press('Export lines'))).match(/^\d{6}/gm)).toHaveLength(2)
  })
})

test('an admin discontinues selected tools, puts them back on sale, and exports them', async ({ page }) => {
  await logInByApi(page, admin)
  const mark = crypto.randomUUID().slice(0, 6)
  const { image } = await fetchTool(page, 'Circular Saw')
  const ids: string[] = []
  for (const name of [`Bodkin ${mark}`, `Burin ${mark}`, `Bolster ${mark}`]) {
    const body = { name, image, price: 10, minimum: 1, available: 100, description: 'x' }
    ids.push((await callApi(page, 'POST', '/addProduct', body)).insertedId)
  }
  await page.goto(`/dashboard/manageProducts?q=${mark}&sort=name`)
  const bar = getBar(page, 'tools')
  const getTool = (name: string) => page.getByRole('row').filter({ hasText: name })
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name} ${mark}` }).check()

  await step('two are discontinued after a question, for visitors too', async () => {
    expect((await fetchTool(page, `Bodkin ${mark}`)).discontinued).toBe(false)
    await select('Bodkin')
    await select('Burin')
    await bar.getByRole('button', { name: 'Discontinue: 2 tools' }).click()
    const dialog = page.getByRole('dialog', { name: 'Are you sure to discontinue 2 tools?' })
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('2 tools are discontinued', { exact: true })).toBeVisible()
    for (const name of ['Bodkin', 'Burin']) await expect(getTool(name)).toContainText('Discontinued')
    expect((await fetchTool(page, `Bodkin ${mark}`)).discontinued).toBe(true)
    await expect(getTool('Bolster')).not.toContainText('Discontinued')
    await expect(bar.getByRole('status')).toBeEmpty()
  })

  await step('they are put back at once, and one that was deleted meanwhile is named', async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await changeAsAdmin(page, async other => {
      await callApi(other, 'DELETE', `/tool/${ids[2]}`)
    })
    await bar.getByRole('button', { name: 'Put back on sale: 3 tools' }).click()
    await expect(page.getByText('2 tools are back on sale', { exact: true })).toBeVisible()
    await expect(page.getByText('Discontinued', { exact: true })).toHaveCount(0)
    await expect(bar.getByRole('region', { name: '1 tool was not put back on sale' }).getByRole('listitem')).toHaveText(
      `Bolster ${mark}: That tool is no longer in the catalogue.`,
    )
    await expect(bar.getByRole('status')).toBeEmpty()
    await bar.getByRole('button', { name: 'Dismiss' }).click()
  })

  await step('the selected one is exported, for the next import', async () => {
    await select('Burin')
    const csv = await readDownload(page, () => bar.getByRole('button', { name: 'Export', exact: true }).click())
    expect(csv).toContain(toolColumnTitles.sku)
    expect(csv).toContain(`Burin ${mark}`)
    expect(csv).not.toContain(`Bodkin ${mark}`)
  })
  for (const id of ids) await callApi(page, 'DELETE', `/tool/${id}`)
})

test('the bar covers neither the row that the keyboard goes to nor the last one on a phone', async ({
  page,
  browser,
}) => {
  const readBottom = async (locator: Locator) => {
    const box = await locator.boundingBox()
    return (box?.y ?? Number.NaN) + (box?.height ?? 0)
  }
  const readTop = async (bar: Locator) => (await bar.boundingBox())?.y ?? Number.NaN
  await placeFiveOrders(browser, 'Xenia Rook')
  await logInByApi(page, admin)

  await step('by arrows through the rows of a table', async () => {
    await page.setViewportSize({ width: 1280, height: 640 })
    await page.goto('/dashboard/manageProducts')
    await getRowBoxes(page).first().focus()
    await page.keyboard.press('Space')
    for (let count = 1; count < 12; count++) {
      await page.keyboard.press('ArrowDown')
      const box = getRowBoxes(page).nth(count)
      await expect(box).toBeFocused()
      expect(await readBottom(box)).toBeLessThanOrEqual(await readTop(getBar(page, 'tools')))
    }
  })

  await step('at the end of the page', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    await openOrders(page, 'Xenia Rook')
    await expect(page.getByText('Select all on this page')).toBeVisible()
    await getRowBoxes(page).first().check()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    expect(await readBottom(page.getByRole('row').last())).toBeLessThanOrEqual(await readTop(getBar(page, 'orders')))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})
