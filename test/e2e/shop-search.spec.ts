import { cardOf, expect, test } from './fixtures.ts'
import { eventually, listTools, withScrollbars } from './public-pages.ts'
import { cards, count, highest, inStock, lowest, main, names, search, searchFor, show, sort } from './shop-page.ts'

test.use(withScrollbars)

const { step } = test

test.describe('the search of /shop', () => {
  test('searches by name and description, tolerates typos, and shows the count', async ({ page }) => {
    await page.goto('/shop')

    await step('its own order is the newest first, and the best match once there are words', async () => {
      const ownOrder = sort(page).getByRole('option').first()
      await expect(ownOrder).toHaveText('Newest first')
      await searchFor(page, 'saw')
      await expect(ownOrder).toHaveText('Best match')
      await expect(count(page)).toHaveText('5 tools for “saw”')
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
        await expect(count(page)).toHaveText(sentence)
        await expect(names(page)).toHaveText([...tools])
        await expect(page).toHaveURL(url => url.searchParams.get('q') === words)
        await expect(search(page)).toHaveValue(words)
      })

    for (const [typed, meant] of [
      ['hamer', 'Longgrain Claw Hammer'],
      ['circlar', 'Circular Saw'],
      ['wrnch', 'Widejaw Adjustable Wrench'],
    ] as const)
      await step(`the typo ${typed}`, async () => {
        await searchFor(page, typed)
        await expect(cardOf(page, meant)).toBeVisible()
        await expect(count(page)).toHaveText(
          new RegExp(`^Nothing is named “${typed}”\\. (1 tool|\\d+ tools) that come close:$`),
        )
        await expect(count(page)).toContainText(String(await cards(page).count()))
      })

    await step('from the Show tools button too', async () => {
      await search(page).fill('ferrules')
      await show(page).click()
      await expect(names(page)).toHaveText(['Paredge Wood Chisel Set'])
    })

    await step('an empty result says so, and links all tools', async () => {
      await searchFor(page, 'zzzzzz')
      await expect(count(page)).toHaveText('0 tools for “zzzzzz”')
      await expect(main(page).getByRole('heading', { name: 'No tool fits' })).toBeVisible()
      await expect(cards(page)).toHaveCount(0)
      await main(page).getByRole('link', { name: 'Show all tools' }).click()
      await expect(page).toHaveURL('/shop')
      await expect(search(page)).toHaveValue('')
      await expect(cards(page)).toHaveCount(24)
    })
  })

  test('sorts as soon as an order is chosen', async ({ page }) => {
    await page.goto('/shop?q=saw')
    await expect(sort(page)).toHaveValue('')
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
        await sort(page).selectOption({ label })
        await expect(names(page)).toHaveText([...order])
        await expect(page).toHaveURL(url => url.searchParams.get('sort') === value)
        await expect(sort(page)).toHaveValue(value)
      })
  })

  test('sorts the whole catalogue by price', async ({ page }) => {
    for (const [value, direction] of [
      ['price', 1],
      ['-price', -1],
    ] as const)
      await eventually(async () => {
        const tools = (await listTools(page)).toSorted((a, b) => direction * (a.price - b.price))
        await page.goto(`/shop?sort=${value}`)
        await expect(cards(page).getByText(/^\$/)).toHaveText(
          tools.slice(0, 24).map(({ price }) => `$${price.toFixed(2)}`),
        )
      })
  })

  test('keeps to a price range, both ends included', async ({ page }) => {
    await page.goto('/shop')
    await lowest(page).fill('100.55')
    await highest(page).fill('129')
    await highest(page).press('Enter')
    await expect(names(page)).toHaveText(['Marble Slotting Saw', 'RH26 Rotary Hammer', 'Circular Saw'])
    await expect(count(page)).toHaveText('3 tools')
    await lowest(page).fill('')
    await highest(page).fill('8.95')
    await show(page).click()
    await expect(names(page)).toHaveText(['Farmark Tape Measure', 'Trio Screwdriver Set'])
    await lowest(page).fill('168.01')
    await highest(page).fill('')
    await show(page).click()
    await expect(names(page)).toHaveText(['Reciprocal saw'])
  })

  test('can leave out tools without stock for a minimum order', async ({ page }) => {
    await page.goto('/shop?q=grinder')
    await expect(names(page)).toHaveText(['AG45 Angle Grinder', 'BG8 Twin-Wheel Bench Grinder'])
    await inStock(page).check()
    await expect(names(page)).toHaveText(['AG45 Angle Grinder'])
    await expect(count(page)).toHaveText('1 tool for “grinder”')
    await expect(page).toHaveURL(/orderable/)
    await inStock(page).uncheck()
    await expect(count(page)).toHaveText('2 tools for “grinder”')
    await expect(page).not.toHaveURL(/orderable/)
    await page.goto('/shop?q=socket&orderable=true')
    await expect(count(page)).toBeVisible()
    await expect(cardOf(page, '63-Piece Socket Set')).toHaveCount(0)
  })
})
