import { expect, getCard, test, waitForHydration } from '#test/e2e/fixtures.ts'
import { getMain } from '#test/e2e/layout.ts'
import { fetchTool } from '#test/e2e/orders.ts'
import { expectEventually, expectRows, listTools, withScrollbars } from '#test/e2e/public-pages.ts'
import {
  getCards,
  getCount,
  getHighestPriceField,
  getInStockCheckbox,
  getLowestPriceField,
  getSearchField,
  getShowButton,
  getSortSelect,
  getToolNames,
  searchFor,
} from '#test/e2e/shop-page.ts'

test.use(withScrollbars)

const { step } = test

test.describe('/shop', () => {
  test('shows the count and the newest tools with Buy Now, and links each tool’s page', async ({ page }) => {
    await expectEventually(async () => {
      const tools = await listTools(page)
      await page.goto('/shop')
      await expect(getCount(page)).toHaveText(`${tools.length} tools`)
      await expect(getToolNames(page)).toHaveText(tools.slice(0, 24).map(({ name }) => name))
      for (const [index, { _id }] of tools.slice(0, 24).entries())
        await expect(getCards(page).nth(index).getByRole('link', { name: 'Buy Now' })).toHaveAttribute(
          'href',
          `/purchase/${_id}`,
        )
    })
    await expectRows(
      getCards(page),
      Array.from({ length: 8 }, () => 3),
    )

    await step('a card leads to the tool’s own page', async () => {
      const { _id, name } = await fetchTool(page, 'Revolt E.9V Jigsaw')
      await getCard(page, name).getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(`/shop/${_id}`)
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    })
  })

  test('a tool’s page is prefetched on hover, and opened without a full page load', { tag: '@detail' }, async ({
    page,
  }) => {
    await page.goto('/shop')
    const { _id, name } = await fetchTool(page, 'Revolt E.9V Jigsaw')
    const card = getCard(page, name)
    const getPrefetchLink = (path: string) => page.locator(`link[rel=prefetch][href^="${path}"]`)
    await page.evaluate(() => Object.assign(window, { stays: true }))
    const isSameDocument = () => page.evaluate(() => 'stays' in window)

    await step('while the pointer is over its link', async () => {
      await card.getByRole('link', { name, exact: true }).hover()
      await expect(getPrefetchLink(`/shop/${_id}`)).toHaveCount(1)
      await getSearchField(page).hover()
      await expect(page.locator('link[rel=prefetch]')).toHaveCount(0)
    })
    await step('a click that opens another tab is left to the browser', async () => {
      await page.evaluate(() =>
        window.addEventListener(
          'click',
          event => {
            Object.assign(window, { isLeft: !event.defaultPrevented })
            event.preventDefault()
          },
          { once: true },
        ),
      )
      await card.getByRole('link', { name, exact: true }).click({ modifiers: ['ControlOrMeta'] })
      expect(await page.evaluate('isLeft')).toBe(true)
      await expect(page).toHaveURL('/shop')
    })
    await step('the keyboard does both, too', async () => {
      await getSearchField(page).hover()
      await getSearchField(page).focus()
      await expect(page.locator('link[rel=prefetch]')).toHaveCount(0)
      await card.getByRole('link', { name, exact: true }).focus()
      await expect(getPrefetchLink(`/shop/${_id}`)).toHaveCount(1)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/shop/${_id}`)
      expect(await isSameDocument()).toBe(true)
    })
  })

  test('has its state in the URL, where a reload finds it again', async ({ page }) => {
    await page.goto('/shop')
    await getSearchField(page).fill('saw')
    await getLowestPriceField(page).fill('100')
    await getHighestPriceField(page).fill('150')
    await getShowButton(page).click()
    await expect(getCount(page)).toHaveText('3 tools for “saw”')
    await waitForHydration(getSortSelect(page))
    await getSortSelect(page).selectOption('-price')
    await expect(page).toHaveURL(/sort=-price/)
    await getInStockCheckbox(page).check()
    await expect(page).toHaveURL(/orderable=true/)
    const state = { q: 'saw', sort: '-price', minPrice: '100', maxPrice: '150', orderable: 'true' }
    for (const again of [false, true]) {
      if (again) await page.reload()
      await expect(page).toHaveURL(url => {
        const given = Object.fromEntries(url.searchParams)
        return Object.entries(state).every(([name, value]) => given[name] === value)
      })
      await expect(getToolNames(page)).toHaveText(['Revolt E.9V Jigsaw', 'Circular Saw', 'Marble Slotting Saw'])
      await expect(getSearchField(page)).toHaveValue('saw')
      await expect(getSortSelect(page)).toHaveValue('-price')
      await expect(getLowestPriceField(page)).toHaveValue('100')
      await expect(getHighestPriceField(page)).toHaveValue('150')
      await expect(getInStockCheckbox(page)).toBeChecked()
    }
  })

  test('takes prices as people write them, and clears its filters but not its words', { tag: '@detail' }, async ({
    page,
  }) => {
    await page.goto('/shop?q=saw')
    await getLowestPriceField(page).fill('$1,000.00')
    await getHighestPriceField(page).fill('100,5')
    await getShowButton(page).click()
    await expect(getLowestPriceField(page)).toHaveValue('100.5')
    await expect(getHighestPriceField(page)).toHaveValue('1000')
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/shop?q=saw')
    await expect(getLowestPriceField(page)).toHaveValue('')
    await expect(page.getByRole('link', { name: 'Clear filters' })).toHaveCount(0)
  })

  test('keeps input that is typed while a search is loading', { tag: '@detail' }, async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.goto('/shop')
    await page.route('**/shop.data?*', async route => {
      await released
      await route.continue()
    })
    await searchFor(page, 'saw')
    await getSearchField(page).pressSequentially(' blade')
    await getLowestPriceField(page).fill('7')
    release()
    await expect(getCount(page)).toContainText('for “saw”')
    await expect(getSearchField(page)).toHaveValue('saw blade')
    await expect(getLowestPriceField(page)).toHaveValue('7')
  })

  test('is as it was after the back button', async ({ page }) => {
    await page.goto('/shop')
    await searchFor(page, 'circular saw')
    await expect(getToolNames(page)).toHaveText(['Circular Saw'])
    await searchFor(page, 'ferrules')
    await expect(getToolNames(page)).toHaveText(['Paredge Wood Chisel Set'])
    await getCard(page, 'Paredge Wood Chisel Set').getByRole('link', { name: 'Paredge Wood Chisel Set' }).click()
    await expect(page.getByRole('heading', { name: 'Paredge Wood Chisel Set', level: 1 })).toBeVisible()
    for (const [words, tool] of [
      ['ferrules', 'Paredge Wood Chisel Set'],
      ['circular saw', 'Circular Saw'],
    ] as const) {
      await page.goBack()
      await expect(getToolNames(page)).toHaveText([tool])
      await expect(getSearchField(page)).toHaveValue(words)
    }
    await page.goBack()
    await expect(page).toHaveURL('/shop')
    await expect(getSearchField(page)).toHaveValue('')
    await expect(getCards(page)).toHaveCount(24)
  })

  // test/pages.test.ts asks for many more of these.
  test('is not broken by nonsense in its address', { tag: '@detail' }, async ({ page }) => {
    await step('whose parts make no sense, so that they are left out', async () => {
      const response = await page.goto('/shop?sort=up&minPrice=cheap&maxPrice=-5&shown=x&after=y')
      expect(response?.status()).toBe(200)
      await expect(getCards(page)).toHaveCount(24)
      await expect(getCount(page)).toHaveText(/^\d+ tools$/)
      await expect(page.getByRole('contentinfo')).toBeVisible()
    })

    await step('that fits no tool', async () => {
      const response = await page.goto('/shop?q=%3Cscript%3Ealert(1)%3C/script%3E')
      expect(response?.status()).toBe(200)
      await expect(getCount(page)).toHaveText(/^0 tools/)
      await expect(getMain(page).getByRole('link', { name: 'Show all tools' })).toBeVisible()
      await expect(getCards(page)).toHaveCount(0)
    })

    await step('like a cursor that is no tool’s, whose count and list agree all the same', async () => {
      await page.goto('/shop?after=00000000-0000-4000-8000-000000000000')
      await expect(getCount(page)).toHaveText(/^\d+ tools$/)
      const none = (await getCount(page).textContent()) === '0 tools'
      await expect(getCards(page)).toHaveCount(none ? 0 : 24)
    })
  })
})
