import { expect, getCard, test, waitForHydration } from '#test/e2e/fixtures.ts'
import { getMain } from '#test/e2e/layout.ts'
import { expectEventually, listTools, withScrollbars } from '#test/e2e/public-pages.ts'
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

test.describe('the search of /shop', () => {
  test('searches by name and description, tolerates typos, and shows the count', async ({ page }) => {
    await page.goto('/shop')

    await step('the default sort is newest first, and best match once there are words', async () => {
      const defaultSort = getSortSelect(page).getByRole('option').first()
      await expect(defaultSort).toHaveText('Newest first')
      await searchFor(page, 'saw')
      await expect(defaultSort).toHaveText('Best match')
      await expect(getCount(page)).toHaveText('5 tools for “saw”')
    })

    for (const [how, words, sentence, tools] of [
      ['by name', 'circular saw', '1 tool for “circular saw”', ['Circular Saw']],
      [
        'by name, whatever the case',
        'GRINDER',
        '2 tools for “GRINDER”',
        ['AG45 Angle Grinder', 'BG8 Twin-Wheel Bench Grinder'],
      ],
      ['by description', 'ferrules', '1 tool for “ferrules”', ['Paredge Wood Chisel Set']],
    ] as const)
      await step(`${how}: ${words}`, async () => {
        await searchFor(page, words)
        await expect(getCount(page)).toHaveText(sentence)
        await expect(getToolNames(page)).toHaveText([...tools])
        await expect(page).toHaveURL(url => url.searchParams.get('q') === words)
        await expect(getSearchField(page)).toHaveValue(words)
      })

    for (const [typed, meant] of [
      ['hamer', 'Longgrain Claw Hammer'],
      ['circlar', 'Circular Saw'],
      ['wrnch', 'Widejaw Adjustable Wrench'],
    ] as const)
      await step(`the typo ${typed}`, async () => {
        await searchFor(page, typed)
        await expect(getCard(page, meant)).toBeVisible()
        await expect(getCount(page)).toHaveText(
          new RegExp(`^Nothing is named “${typed}”\\. (1 tool|\\d+ tools) that come close:$`),
        )
        await expect(getCount(page)).toContainText(String(await getCards(page).count()))
      })

    await step('from the Show tools button too', async () => {
      await getSearchField(page).fill('ferrules')
      await getShowButton(page).click()
      await expect(getToolNames(page)).toHaveText(['Paredge Wood Chisel Set'])
    })

    await step('an empty result says so, and links all tools', async () => {
      await searchFor(page, 'zzzzzz')
      await expect(getCount(page)).toHaveText('0 tools for “zzzzzz”')
      await expect(getMain(page).getByRole('heading', { name: 'No tool fits' })).toBeVisible()
      await expect(getCards(page)).toHaveCount(0)
      await getMain(page).getByRole('link', { name: 'Show all tools' }).click()
      await expect(page).toHaveURL('/shop')
      await expect(getSearchField(page)).toHaveValue('')
      await expect(getCards(page)).toHaveCount(24)
    })
  })

  test('sorts as soon as an order is chosen', async ({ page }) => {
    await page.goto('/shop?q=saw')
    await expect(getSortSelect(page)).toHaveValue('')
    await waitForHydration(getSortSelect(page))
    for (const [label, value, order] of [
      [
        'Price, low to high',
        'price',
        ['Broadtooth Hand Saw', 'Marble Slotting Saw', 'Circular Saw', 'Revolt E.9V Jigsaw', 'Reciprocal saw'],
      ],
      [
        'Price, high to low',
        '-price',
        ['Reciprocal saw', 'Revolt E.9V Jigsaw', 'Circular Saw', 'Marble Slotting Saw', 'Broadtooth Hand Saw'],
      ],
      [
        'Name',
        'name',
        ['Broadtooth Hand Saw', 'Circular Saw', 'Marble Slotting Saw', 'Reciprocal saw', 'Revolt E.9V Jigsaw'],
      ],
    ] as const)
      await step(label, async () => {
        await getSortSelect(page).selectOption({ label })
        await expect(getToolNames(page)).toHaveText([...order])
        await expect(page).toHaveURL(url => url.searchParams.get('sort') === value)
        await expect(getSortSelect(page)).toHaveValue(value)
      })
  })

  test('follows what was chosen before its scripts had loaded', async ({ page }) => {
    const released = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async route => {
      await released.promise
      await route.continue()
    })
    await page.goto('/shop?q=saw', { waitUntil: 'domcontentloaded' })
    await getSortSelect(page).selectOption({ label: 'Price, low to high' })
    released.resolve()
    await expect(page).toHaveURL(url => url.searchParams.get('sort') === 'price')
    await expect(getToolNames(page).first()).toHaveText('Broadtooth Hand Saw')
  })

  test('sorts the whole catalogue by price', async ({ page }) => {
    for (const [value, direction] of [
      ['price', 1],
      ['-price', -1],
    ] as const)
      await expectEventually(async () => {
        const tools = (await listTools(page)).toSorted((a, b) => direction * (a.price - b.price))
        await page.goto(`/shop?sort=${value}`)
        await expect(getCards(page).getByText(/^\$/)).toHaveText(
          tools.slice(0, 24).map(({ price }) => `$${price.toFixed(2)}`),
        )
      })
  })

  test('keeps to a price range, both ends included', async ({ page }) => {
    await page.goto('/shop')
    await getLowestPriceField(page).fill('100.55')
    await getHighestPriceField(page).fill('129')
    await getHighestPriceField(page).press('Enter')
    await expect(getToolNames(page)).toHaveText(['Marble Slotting Saw', 'RH26 Rotary Hammer', 'Circular Saw'])
    await expect(getCount(page)).toHaveText('3 tools')
    await getLowestPriceField(page).fill('')
    await getHighestPriceField(page).fill('8.95')
    await getShowButton(page).click()
    await expect(getToolNames(page)).toHaveText(['Farmark Tape Measure', 'Trio Screwdriver Set'])
    await getLowestPriceField(page).fill('168.01')
    await getHighestPriceField(page).fill('')
    await getShowButton(page).click()
    await expect(getToolNames(page)).toHaveText(['Reciprocal saw'])
  })

  test('can leave out tools without stock for a minimum order', async ({ page }) => {
    await page.goto('/shop?q=grinder')
    await expect(getToolNames(page)).toHaveText(['AG45 Angle Grinder', 'BG8 Twin-Wheel Bench Grinder'])
    await getInStockCheckbox(page).check()
    await expect(getToolNames(page)).toHaveText(['AG45 Angle Grinder'])
    await expect(getCount(page)).toHaveText('1 tool for “grinder”')
    await expect(page).toHaveURL(/orderable/)
    await getInStockCheckbox(page).uncheck()
    await expect(getCount(page)).toHaveText('2 tools for “grinder”')
    await expect(page).not.toHaveURL(/orderable/)
    await page.goto('/shop?q=socket&orderable=true')
    await expect(getCount(page)).toBeVisible()
    await expect(getCard(page, '63-Piece Socket Set')).toHaveCount(0)
  })
})
