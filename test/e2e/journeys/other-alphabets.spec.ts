import { admin, callApi, expect, logInByApi, test } from '#test/e2e/fixtures.ts'

test('a shop in other alphabets has brands, categories, filters, searches and pages of its own', async ({ page }) => {
  await logInByApi(page, admin)
  const mark = String(Date.now()).slice(-6)
  const category = `Пилы ${mark}`
  const tool = { image: '/images/jigsaw-800.webp', price: 8, minimum: 5, available: 900, description: 'Режет.' }
  const { slug } = await callApi(page, 'POST', '/categories', { name: category, filters: ['Вес'] })
  const add = (name: string, brand: string, value: string) =>
    callApi(page, 'POST', '/addProduct', {
      ...{ ...tool, name, brand, category: slug },
      specifications: [{ name: 'Вес', value, unit: 'кг' }],
    })
  await add(`Пила ${mark}`, 'Зубр', '1/2')
  await add(`מסור ${mark}`, 'Зубр', '1-2')

  await test.step('its filters lead to their tools', async () => {
    await page.goto('/shop')
    await page.getByRole('link', { name: new RegExp(category) }).click()
    await expect(page.getByText('2 tools', { exact: true }).first()).toBeVisible()
    await page.getByRole('checkbox', { name: /1\/2 кг/ }).check()
    await expect(page).toHaveURL(/spec=/)
    await expect(page.getByRole('link', { name: `מסור ${mark}` })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('checkbox', { name: /1\/2 кг/ })).toBeChecked()
    await page.goto(`/shop?category=${encodeURIComponent(slug)}&brand=${encodeURIComponent('зубр')}`)
    await expect(page.getByText('2 tools', { exact: true }).first()).toBeVisible()
    const html = await (await page.request.get(`/shop?category=${encodeURIComponent(slug)}`)).text()
    expect(html).toMatch(new RegExp(`rel="canonical" href="[^"]*/shop\\?category=${encodeURIComponent(slug)}"`))
    expect(html).toContain(`<title>${category}`)
  })

  await test.step('a search finds them in any case, and a Hebrew name has its own direction', async () => {
    await page.goto(`/shop?q=${encodeURIComponent(`ПИЛА ${mark}`)}`)
    await expect(page.getByRole('link', { name: `Пила ${mark}` })).toBeVisible()
    await page.goto(`/shop?q=${encodeURIComponent(`מסור ${mark}`)}`)
    const heading = page.getByRole('heading', { name: `מסור ${mark}` })
    expect(await heading.evaluate(element => getComputedStyle(element).direction)).toBe('rtl')
    await heading.getByRole('link').click()
    await page.getByRole('main').getByRole('link', { name: 'Зубр' }).click()
    await expect(page).toHaveURL(/brand=/)
    await expect(page.getByRole('heading', { name: `מסור ${mark}` })).toBeVisible()
  })

  await test.step('a page has an address in its own letters', async () => {
    await page.goto('/dashboard/pages/new')
    await page.getByLabel('Title').fill(`Условия ${mark}`)
    await expect(page.getByLabel('Address')).toHaveValue(`условия-${mark}`)
    await page.getByLabel('Text').fill('Оплата.')
    await page.getByLabel('Published').check()
    await page.getByRole('button', { name: 'Save the page' }).click()
    await expect(page.getByText(`Условия ${mark} is saved`)).toBeVisible()
    await page.goto(`/pages/условия-${mark}`)
    await expect(page.getByRole('heading', { name: `Условия ${mark}` })).toBeVisible()
    expect(await (await page.request.get('/sitemap.xml')).text()).toContain(
      `/pages/${encodeURIComponent(`условия-${mark}`)}<`,
    )
  })
})
