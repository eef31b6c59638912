import { expectAccessible, expectAccessibleAlsoNarrow } from '#test/e2e/axe.ts'
import { admin, buyer, callApi, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { checkOut } from '#test/e2e/order-page.ts'
import { fetchTool, openPurchase, payOrder, placeOrder } from '#test/e2e/orders.ts'
import { checkList, pasteRows } from '#test/e2e/quick-order-page.ts'

const { step } = test

test.describe('axe finds no violation for a visitor', () => {
  test('in the shop with filters on, as a table, with a refused quantity, and without any tool', async ({ page }) => {
    await page.goto('/shop?category=power-saws&brand=norvane')
    await expect(page.getByRole('link', { name: 'Remove the filter Norvane' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 720 })
    await page.getByRole('button', { name: 'Filters (2)' }).click()
    await expect(page.getByRole('checkbox', { name: /^Norvane/ })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto('/shop?view=table')
    const quantity = page.getByRole('spinbutton', { name: 'Quantity of Longgrain Claw Hammer' })
    await expect(page.getByRole('button', { name: 'Add to cart: Longgrain Claw Hammer' })).toBeEnabled()
    await quantity.fill('50')
    await quantity.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: '50 is not a multiple of 20.' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 720 })
    await expectAccessible(page)
    await page.goto('/shop?q=no-such-tool-at-all')
    await expectAccessible(page)
  })

  test('on a tool’s page, with a refused quantity and with its picture enlarged', async ({ page }) => {
    await page.goto(`/shop/${(await fetchTool(page, 'Longgrain Claw Hammer'))._id}`)
    await expect(page.getByRole('button', { name: 'Add to cart: Longgrain Claw Hammer' })).toBeEnabled()
    await page.getByLabel('Quantity', { exact: true }).fill('50')
    await expect(page.getByText('50 is not a multiple of 20. Next valid: 40 or 60.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Longgrain Claw Hammer Enlarge' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, { hasText: false })
  })

  test('on the quick order, empty, refused, and with faulty rows, wide and narrow', async ({ page }) => {
    await page.goto('/quick-order')
    await checkList(page)
    await expect(page.getByRole('alert').filter({ hasText: 'Paste at least one row' })).toBeVisible()
    await expectAccessible(page)
    const rows = ['CS-185 8', 'CS-185 8', 'EBL-60 36', 'TSS-3 50', 'BG8 5', 'FTM-25 some', '=1+1 5', '"FTM 25" 5']
    await pasteRows(page, rows)
    await expect(page.getByRole('heading', { name: '1 tool can be ordered; 6 rows need another look' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'EBL-600, Evenline Box Level' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 720 })
    await expectAccessible(page)
  })
})

test.describe('axe finds no violation for a signed-in account', () => {
  test('with the order dialog open', async ({ page }) => {
    await signUpByApi(page)
    await openPurchase(page, 'Farmark Tape Measure')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    await expect(page.getByRole('dialog').getByLabel('Phone')).toBeFocused()
    await expectAccessible(page)
  })

  test('on My Orders, with the question whether to cancel, and on the payment page', async ({ page }) => {
    const person = await signUpByApi(page)
    await page.goto('/dashboard')
    await expect(page.getByText('You have no orders yet.')).toBeVisible()
    await expectAccessible(page)
    await placeOrder(page, person, 'Farmark Tape Measure')
    await page.reload()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog', { name: 'Are you sure to cancel this order?' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Pay' }).click()
    await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled()
    await expectAccessible(page)
  })

  test('on the cart, empty, with a line to repair, and to be ordered', async ({ page }) => {
    await signUpByApi(page)
    await page.goto('/cart')
    await expect(page.getByText('Your cart is empty.')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/shop?q=screwdriver')
    await page.getByRole('button', { name: 'Add to cart: Trio Screwdriver Set' }).click()
    await page.getByRole('link', { name: 'Cart, 1 tool' }).click()
    await page.getByLabel('Quantity of Trio Screwdriver Set').fill('50')
    await page.setViewportSize({ width: 360, height: 720 })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Order 48' }).click()
    await expect(page.getByRole('button', { name: 'Order 48' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Place order' })).toBeVisible()
    await expectAccessible(page)
  })

  test('on the cart with what cannot be ordered, after a removal, and with a list to name', async ({ page }) => {
    await signUpByApi(page)
    for (const [name, quantity, price] of [
      ['Circular Saw', 8, 1],
      ['Evenline Box Level', 36, 1],
      ['BG8 Twin-Wheel Bench Grinder', 5, 100],
      ['Trio Screwdriver Set', 50, 8.95],
      ['Farmark Tape Measure', 50, 1],
    ] as const)
      await callApi(page, 'PUT', `/cart/${(await fetchTool(page, name))._id}`, { quantity, price })
    await page.goto('/cart')
    await page.getByRole('button', { name: 'Remove Farmark Tape Measure' }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '4 lines need another look first.' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save as a list' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByLabel('Name of the list')).toHaveAccessibleDescription('The list needs a name.')
    await expectAccessible(page)
  })

  test('on the cart with what is missing for an order, with two addresses, and with references', async ({ page }) => {
    await signUpByApi(page)
    const place = { street: '1 Forge Lane', city: 'Hull', region: '', postalCode: 'HU1 1AA', country: 'UK' }
    const address = { name: 'Rita Moss', company: '', ...place, phone: '555 0100' }
    const { _id, price } = await fetchTool(page, 'Circular Saw')
    await callApi(page, 'PUT', `/cart/${_id}`, { quantity: 8, price })
    await page.goto('/cart')
    await page.getByLabel('The bill goes to the same address').uncheck()
    await page.getByRole('button', { name: 'Add your references' }).click()
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByLabel('Street').first()).toHaveAccessibleDescription('Street is required')
    await expectAccessible(page)
    await callApi(page, 'POST', '/addresses', address)
    await page.reload()
    await expect(page.getByRole('radio', { name: /1 Forge Lane/ }).first()).toBeVisible()
    await page.setViewportSize({ width: 360, height: 720 })
    await expectAccessible(page)
  })

  test('on an order’s page, unpaid, paid and cancelled, and on that which repeats it', async ({ page }) => {
    await signUpByApi(page)
    const names = ['Circular Saw', 'Evenline Box Level']
    const [paidId, cancelledId] = [await checkOut(page, names, 'PO-1'), await checkOut(page, names)]
    await step('unpaid, wide and narrow', async () => {
      await page.goto(`/dashboard/orders/${paidId}`)
      await expect(page.getByRole('button', { name: 'Save the number' })).toBeVisible()
      await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 720 })
      await expectAccessible(page)
    })
    await step('paid', async () => {
      await payOrder(page, await callApi(page, 'GET', `/order/${paidId}`))
      await page.reload()
      await expect(page.getByRole('button', { name: 'Invoice (PDF)' })).toBeVisible()
      await expectAccessible(page)
      await page.setViewportSize({ width: 1280, height: 720 })
      await expectAccessible(page)
    })
    await step('cancelled', async () => {
      await callApi(page, 'DELETE', `/orders/${cancelledId}`)
      await page.goto(`/dashboard/orders/${cancelledId}`)
      await expect(page.getByText('Cancelled by its buyer')).toBeVisible()
      await expectAccessible(page)
    })
    await step('ordered again, with a quantity to repair', async () => {
      await page.getByRole('link', { name: 'Order again' }).click()
      await page.getByLabel('Quantity of Circular Saw').fill('1')
      await expect(page.getByText('One line needs another look, and is not added.')).toBeVisible()
      await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 720 })
      await expectAccessible(page)
    })
  })

  test.describe('with what the shop refuses', () => {
    test.use({ expected: { errors: [/status of 400.*\/api\/lists\//] } })

    test('on saved lists, and on one of them with what is wrong', async ({ page }) => {
      await signUpByApi(page)
      const { _id: toolId } = await fetchTool(page, 'Circular Saw')
      const lines = [{ toolId, quantity: 1, price: 1 }]
      const { insertedId } = await callApi(page, 'POST', '/lists', { name: 'Every month', lines })
      await page.goto('/dashboard/lists')
      await expect(page.getByRole('link', { name: 'Every month' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Delete Every month' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      await page.goto(`/dashboard/lists/${insertedId}`)
      await page.getByLabel('Name of the list').fill('')
      await page.getByRole('button', { name: 'Save the list' }).click()
      await expect(page.getByLabel('Name of the list')).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
    })
  })

  const dashboard: [path: string, person: typeof admin, title: string, button?: string][] = [
    ['/dashboard/review', buyer, 'Add A Review', 'Add Review'],
    ['/dashboard/profile', buyer, 'My Profile', 'SAVE'],
    ['/dashboard/lists', buyer, 'Saved Lists'],
    ['/dashboard/addresses', buyer, 'Address Book', 'Save the address'],
    ['/dashboard/company', buyer, 'My Company', 'Apply'],
    ['/dashboard/sessions', buyer, 'Sessions'],
    ['/dashboard/twoFactor', buyer, 'Second factor'],
    ['/dashboard/users', admin, 'All Users'],
    ['/dashboard/companies', admin, 'Companies', 'Add a company'],
    ['/dashboard/priceLists', admin, 'Price lists', 'Add a price list'],
    ['/dashboard/adminActions', admin, 'Admin Actions'],
    ['/dashboard/manageAllOrders', admin, 'Manage Orders', 'Cancel'],
    ['/dashboard/reviews', admin, 'Reviews', 'Delete'],
    ['/dashboard/addProduct', admin, 'Add A Product', 'Add Product'],
    ['/dashboard/manageProducts', admin, 'Manage Tools', 'Delete'],
    ['/dashboard/categories', admin, 'Categories and Brands', 'Delete'],
    ['/dashboard/overview', admin, 'Overview'],
    ['/dashboard/imports', admin, 'Imports'],
    ['/dashboard/imports/pictures', admin, 'Pictures'],
    ['/dashboard/pages', admin, 'Pages'],
    ['/dashboard/pages/new', admin, 'New page', 'Save the page'],
    ['/dashboard/settings', admin, 'Settings'],
    ['/dashboard/appearance', admin, 'Appearance'],
  ]
  for (const [path, person, title, button] of dashboard) {
    test(`on ${path}, which is titled ${title}, wide and narrow, with its messages and dialogs`, async ({ page }) => {
      if (path === '/dashboard/manageAllOrders') {
        await signUpByApi(page)
        await checkOut(page, ['Farmark Tape Measure', 'Circular Saw'])
      }
      await logInByApi(page, person)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
      await expect(page).toHaveURL(path)
      await expect(page).toHaveTitle(`${title} · Big Wholesale`)
      await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 720 })
      if (button) {
        const buttons = page.getByRole('button', { name: button })
        // Cards show some cells once they are opened.
        if (!(await buttons.first().isVisible())) await page.getByRole('button', { expanded: false }).first().click()
        await buttons.first().click()
        await expect(
          page
            .getByRole('dialog')
            .or(page.getByText(/ is required$/))
            .first(),
        ).toBeVisible()
      }
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    })
  }

  test('on the lists with rows selected, with the question, and with what was refused', async ({ page }) => {
    const person = await signUpByApi(page, 'Yara Finch')
    await placeOrder(page, person, 'Farmark Tape Measure', 2)
    await logInByApi(page, admin)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 720 })
      await page.goto('/dashboard/manageProducts')
      await page.getByRole('rowheader').getByRole('checkbox').nth(1).check()
      await expectAccessible(page)
      await page.goto('/dashboard/manageAllOrders?q=Yara Finch')
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: 'Deliver: 2 orders' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Yes' }).click()
      await expect(page.getByRole('region', { name: '2 orders were not delivered' })).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })

  test('on the pages of a tool’s stock, and that edit a product and a category', async ({ page }) => {
    await logInByApi(page, admin)
    const { _id } = await fetchTool(page, 'Circular Saw')
    await page.goto(`/dashboard/manageProducts/${_id}/stock`)
    await page.getByText('Figures as a table').click()
    await expectAccessibleAlsoNarrow(page)
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(`/dashboard/manageProducts/${_id}`)
    await expect(page.getByRole('img', { name: 'The present picture' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Specifications').fill('Power')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('“Power” needs a name, a colon and a value')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/dashboard/categories')
    await page.getByRole('link', { name: 'Edit Power saws' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Power saws')
    await page.getByLabel('Name', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Save the category' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expectAccessible(page)
  })

  test('on a page in Markdown, where it is written with its preview, and where visitors read it', async ({ page }) => {
    await logInByApi(page, admin)
    const body = [
      ...['Intro with a [link](/shop) and `code`.', '# Heading', '- one', '- two', '', '> quote', '', '---'],
      ...[
        '',
        '```',
        'x'.repeat(200),
        '```',
        '',
        '| Country | Days |',
        '| :- | -: |',
        '| Norway | 3 |',
        '',
        '## Smaller',
      ],
    ].join('\n')
    const written = { slug: 'axe', title: 'Axe', body, published: true }
    await callApi(page, 'POST', '/pages', written)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 720 })
      await page.goto('/pages/axe')
      await expect(page.getByRole('heading', { name: 'Axe', level: 1 })).toBeVisible()
      await expectAccessible(page)
      await page.goto('/dashboard/pages/axe')
      await page.getByRole('button', { name: 'Preview' }).click()
      await expect(
        page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Heading' }),
      ).toBeVisible()
      await expectAccessible(page)
      await page.goto('/dashboard/pages')
      await page.getByRole('button', { name: 'Delete Axe' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await callApi(page, 'DELETE', '/pages/axe')
  })

  test('on My Orders at 360 px, with the menus open', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 720 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
    await expectAccessible(page)
    await placeOrder(page, await signUpByApi(page), 'Farmark Tape Measure')
    await page.goto('/dashboard')
    await expect(page.getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Dashboard menu' }).click()
    await expect(page.getByRole('link', { name: 'Add A Review' })).toBeVisible()
    await expectAccessible(page)
  })
})

test('the home page loads its largest content first: the banner’s image', async ({ page }) => {
  for (const width of [1280, 360])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 720 })
      await page.goto('/')
      const findLargestPaint = () =>
        page.evaluate(() => {
          const observer = new PerformanceObserver(() => {})
          observer.observe({ type: 'largest-contentful-paint', buffered: true })
          const paints = observer.takeRecords() as (PerformanceEntry & { element: Element | null })[]
          const element = paints.at(-1)?.element
          return {
            tag: element?.tagName,
            loading: element?.getAttribute('loading') ?? 'eager',
            priority: element?.getAttribute('fetchpriority'),
          }
        })
      await expect.poll(findLargestPaint).toEqual({ tag: 'IMG', loading: 'eager', priority: 'high' })
    })
})
