import { admin, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { getMain } from '#test/e2e/layout.ts'
import { fetchTool, openPurchase, openPurchaseFromHome } from '#test/e2e/orders.ts'
import {
  countOrders,
  getDialog,
  getOrderButton,
  getQuantityField,
  getSubmitButton,
  openFilledDialog,
} from '#test/e2e/purchase-page.ts'

const { step } = test

test('the purchase page shows its tool, and its dialog opens, keeps the keyboard and closes', async ({ page }) => {
  const person = await signUpByApi(page, 'Olive Tang')
  const tool = await fetchTool(page, 'RO5 Random Orbit Sander')
  await openPurchaseFromHome(page, tool.name)

  await step('image, name, price, stock and the minimum as quantity', async () => {
    await expect(page.getByRole('main').getByRole('img', { name: tool.name })).toBeVisible()
    await expect(page.getByText('$52.90', { exact: true })).toBeVisible()
    await expect(page.getByText(`In stock: ${tool.available} pieces`)).toBeVisible()
    await expect(getQuantityField(page)).toHaveValue('10')
    await expect(getOrderButton(page)).toBeEnabled()
  })

  await step('from top to bottom: image, name, stars, price, stock, quantity, Order and description', async () => {
    await page.setViewportSize({ width: 360, height: 720 })
    const main = page.getByRole('main')
    const tops: number[] = []
    for (const part of [
      main.getByRole('img', { name: tool.name }),
      main.getByRole('heading', { level: 1 }),
      main.locator('.stars'),
      main.getByText('$52.90', { exact: true }),
      main.getByText('In stock:'),
      getQuantityField(page),
      getOrderButton(page),
      main.getByText(tool.description.slice(0, 60)),
    ])
      tops.push((await part.boundingBox())?.y ?? Number.NaN)
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await step('Close closes the dialog and gives the focus back to Order', async () => {
    await getOrderButton(page).click()
    await getDialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(getDialog(page)).toHaveCount(0)
    await expect(getOrderButton(page)).toBeFocused()
    expect(await countOrders(page)).toBe(0)
  })

  await step('Escape closes the dialog and gives the focus back to Order', async () => {
    await getOrderButton(page).click()
    await expect(getDialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(getDialog(page)).toHaveCount(0)
    await expect(getOrderButton(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(getDialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(getDialog(page)).toHaveCount(0)
  })

  await step('the dialog shows quantity, price, name and email read-only and takes phone and address', async () => {
    await getQuantityField(page).fill('12')
    await getOrderButton(page).click()
    await expect(getDialog(page)).toHaveAccessibleName('RO5 Random Orbit Sander')
    for (const [label, value] of [
      ['Quantity', '12 pieces'],
      ['Unit price', '$52.90'],
      ['Name', 'Olive Tang'],
      ['Email', person.email],
    ] as const) {
      await expect(getDialog(page).getByLabel(label)).toHaveValue(value)
      await expect(getDialog(page).getByLabel(label)).not.toBeEditable()
    }
    await expect(getDialog(page).getByLabel('Phone')).toBeFocused()
    for (const label of ['Phone', 'Address']) {
      await expect(getDialog(page).getByLabel(label)).toBeEditable()
      await expect(getDialog(page).getByLabel(label)).toHaveValue('')
    }
  })

  await step('the dialog keeps the keyboard inside', async () => {
    await expect(getDialog(page).getByLabel('Phone')).toBeFocused()
    for (let step = 0; step < 10; step += 1) {
      await page.keyboard.press('Tab')
      await expect(page.locator(':focus:not(dialog *)')).toHaveCount(0)
    }
  })
})

test('Order is enabled from the minimum to the stock and disabled for any other quantity', async ({ page }) => {
  await signUpByApi(page)
  const { name, minimum, available } = await fetchTool(page, 'DP12 Bench Drill Press')
  await openPurchase(page, name)
  for (const wrong of [String(minimum - 1), String(available + 1), '', `${minimum}.5`, '0', `-${minimum}`]) {
    await getQuantityField(page).fill(String(minimum))
    await expect(getOrderButton(page)).toBeEnabled()
    await getQuantityField(page).fill(wrong)
    await expect(getOrderButton(page), `for '${wrong}'`).toBeDisabled()
    await expect(getQuantityField(page)).toHaveAccessibleDescription(/./)
  }
  for (const right of [minimum, minimum + 1, available]) {
    await getQuantityField(page).fill('')
    await expect(getOrderButton(page)).toBeDisabled()
    await getQuantityField(page).fill(String(right))
    await expect(getOrderButton(page), `for ${right}`).toBeEnabled()
  }

  await step('Enter in the quantity field opens no dialog for a quantity that is out of range', async () => {
    await getQuantityField(page).fill('1')
    await getQuantityField(page).press('Enter')
    await expect(getOrderButton(page)).toBeDisabled()
    await expect(getDialog(page)).toHaveCount(0)
    await getQuantityField(page).fill('6')
    await getQuantityField(page).press('Enter')
    await expect(getDialog(page).getByLabel('Quantity')).toHaveValue('6 pieces')
  })
})

test('a tool with less in stock than its minimum can’t be ordered', async ({ page }) => {
  await signUpByApi(page)
  for (const name of ['63-Piece Socket Set', 'BG8 Twin-Wheel Bench Grinder'])
    await step(name, async () => {
      const { minimum, available } = await fetchTool(page, name)
      expect(available).toBeLessThan(minimum)
      await openPurchase(page, name)
      await expect(getQuantityField(page)).toHaveValue(String(minimum))
      for (const typed of [minimum, available, 1]) {
        await getQuantityField(page).fill(String(typed))
        await expect(getOrderButton(page)).toBeDisabled()
      }
      await expect(getMain(page).getByText('Out of stock')).toBeVisible()
      await expect(getMain(page).getByRole('region', { name: 'Tools in stock' }).getByRole('listitem')).toHaveCount(3)
    })
})

test('the description is cut at 136 characters plus an ellipsis', async ({ page }) => {
  await signUpByApi(page)
  const { _id, name } = await fetchTool(page, 'Marble Slotting Saw')
  await openPurchase(page, name)
  const cut =
    'Wet slotting saw for marble, granite and tile. 10.5 A (1,260 W) motor, 5 in. (125 mm) segmented diamond blade, ' +
    'depth of cut to 1-3/8 in....'
  expect(cut).toHaveLength(136 + 3)
  await expect(page.getByText('Wet slotting saw')).toHaveText(cut)

  await step('five stars decorate the tool and are hidden from screen readers', async () => {
    const stars = page.getByRole('main').locator('[aria-hidden="true"]')
    await expect(stars).toHaveCount(1)
    await expect(stars).toHaveCSS('width', '88px')
    await expect(stars).toHaveCSS('background-image', /^linear-gradient\(to right, rgb\(245, 166, 11\) 100%/)
    await expect(stars).toHaveCSS('mask-image', /^url\("data:image\/svg/)
    await expect(page.getByRole('main').getByRole('img')).toHaveCount(1)
    await expect(page.getByRole('main')).not.toContainText(/star|rating|★/i)
  })

  for (const [length, shown] of [
    [136, 'x'.repeat(136)],
    [137, `${'x'.repeat(136)}...`],
  ] as const)
    await step(`a description of ${length} characters`, async () => {
      await page.route(`**/api/tools/${_id}`, async route => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), description: 'x'.repeat(length) } })
      })
      await page.goto(`/purchase/${_id}`)
      await expect(page.getByText('xxx')).toHaveText(shown)
      await page.unroute(`**/api/tools/${_id}`)
    })
})

test('an admin sees the dialog without Submit', async ({ page }) => {
  await logInByApi(page, admin)
  await openPurchase(page, 'RO5 Random Orbit Sander')
  await getOrderButton(page).click()
  await expect(getDialog(page).getByLabel('Quantity')).toHaveValue('10 pieces')
  await expect(getDialog(page).getByRole('button', { name: 'Close' })).toBeVisible()
  await expect(getSubmitButton(page)).toHaveCount(0)
})

test.describe('a tool that the catalogue does not have', { tag: '@detail' }, () => {
  test.use({ expected: { errors: [/status of 40[04]/] } })

  test('shows what is missing, other tools, and the frame', async ({ page }) => {
    await signUpByApi(page)
    for (const id of ['00000000-0000-7000-8000-000000000000', 'nonsense'])
      await step(id, async () => {
        await page.goto(`/purchase/${id}`)
        await expect(page.getByText('That tool is no longer in the catalogue.')).toBeVisible()
        await expect(page.getByRole('heading', { name: 'This tool is not here' })).toBeVisible()
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
        await expect(getMain(page).getByRole('link', { name: 'Buy Now' })).toHaveCount(3)
        await expect(page.getByText('Something went wrong')).toHaveCount(0)
        await page.getByRole('link', { name: 'Back to home page' }).click()
        await expect(page).toHaveURL('/')
      })
  })
})

test('buttons step and suggest quantities within the range', { tag: '@detail' }, async ({ page }) => {
  await signUpByApi(page)
  const { minimum, available } = await fetchTool(page, 'Marble Slotting Saw')
  await openPurchase(page, 'Marble Slotting Saw')
  const less = page.getByRole('button', { name: 'One piece less' })
  const more = page.getByRole('button', { name: 'One piece more' })
  await expect(less).toBeDisabled()
  await more.click()
  await expect(getQuantityField(page)).toHaveValue(String(minimum + 1))
  await less.click()
  await page.getByRole('button', { name: `${5 * minimum} pieces` }).click()
  await expect(getQuantityField(page)).toHaveValue(String(5 * minimum))
  await expect(page.getByText(`From ${minimum} to ${available} pieces`)).toBeVisible()
  await getQuantityField(page).fill(String(available))
  await expect(more).toBeDisabled()
})

test('a quantity of broken packs is explained with the nearest ones, and a larger order gets its price', async ({
  page,
}) => {
  await signUpByApi(page)
  await openPurchase(page, 'Trio Screwdriver Set')
  await expect(getQuantityField(page)).toHaveAccessibleDescription('From 48 to 2136 pieces, by the carton of 24')
  await getQuantityField(page).fill('50')
  await expect(getQuantityField(page)).toHaveAccessibleDescription('50 is not a multiple of 24. Next valid: 48 or 72.')
  await getOrderButton(page).click()
  await expect(getQuantityField(page)).toBeFocused()
  await expect(getDialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'One pack less' }).click()
  await expect(getQuantityField(page)).toHaveValue('48')
  await getQuantityField(page).fill('50')
  await page.getByRole('button', { name: '72 pieces' }).click()
  await expect(page.getByText('Total $644.40')).toBeVisible()
  await page.getByRole('button', { name: 'One pack more' }).click()
  await expect(getQuantityField(page)).toHaveValue('96')

  await step('what the next break saves', async () => {
    const hint = page.getByText('Add 96 more: each costs $0.40 less, you save $76.80 in total.')
    await expect(hint).toBeVisible()
    await hint.getByRole('button').click()
    await expect(getQuantityField(page)).toHaveValue('192')
    await expect(page.getByText('Total $1,641.60')).toBeVisible()
    await expect(page.getByText('$8.55 $8.95', { exact: true })).toBeVisible()
  })

  await openFilledDialog(page)
  await expect(getDialog(page).getByLabel('Unit price')).toHaveValue('$8.55')
  await getSubmitButton(page).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('row').filter({ hasText: 'Trio Screwdriver Set' })).toContainText('$1,641.60')
})
