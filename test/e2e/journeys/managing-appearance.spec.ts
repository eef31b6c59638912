import sharp from 'sharp'
import { createDataFolder } from '#test/databases.ts'
import { admin, expect, logInByForm, test } from '#test/e2e/fixtures.ts'
import { startServer, stopAll } from '#test/server-process.ts'

const { step } = test

test.use({ expected: { errors: [/status of 400/] } })

let origin: string
test.beforeAll(async () => {
  origin = (await startServer({ DATA_DIR: createDataFolder(), RATE_LIMITS: 'off' })).origin
})
test.afterAll(stopAll)

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d4ed8' } })
    .png()
    .toBuffer()

test('an admin gives the shop another look, reviews it before it is saved, and takes it back', async ({ page }) => {
  await logInByForm(page, admin, `${origin}/login`)
  await page.goto(`${origin}/dashboard/appearance`)
  const save = page.getByRole('button', { name: 'Save the appearance' })
  const preview = page.getByRole('region', { name: 'Preview' })
  const code = page.getByLabel('As a code')

  await step('a color without contrast is refused before and after saving', async () => {
    await code.fill('#7a7a7a')
    await expect(code).toHaveAccessibleDescription(/No text on this color is easily read: its contrast is 4\.\d/)
    await save.click()
    await expect(code).toHaveAccessibleDescription(/No text on this color is easily read/)
  })

  await step('the preview shows what is not saved yet', async () => {
    await code.fill('#1d4ed8')
    await page.getByLabel('Line above the heading').fill('Tools since 1921')
    const buffer = await draw(300, 100)
    await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await expect(preview).toContainText('Tools since 1921')
    await expect(preview.getByText('Buy Now')).toHaveCSS('background-color', 'rgb(29, 78, 216)')
    await expect(preview.locator('img[src^="blob:"]')).toHaveCount(2)
    await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
  })

  await step('saved, all pages follow', async () => {
    await page.getByLabel('From The Blog').uncheck()
    await page.getByLabel('YouTube').fill('https://example.com/nord')
    await save.click()
    await expect(page.getByText('The appearance is saved')).toBeVisible()
    await expect(page.getByRole('banner').locator('img')).toBeVisible()
    await expect(save).toHaveCSS('background-color', 'rgb(29, 78, 216)')
    await page.goto(origin)
    await expect(page.getByText('Tools since 1921')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Shop Now' })).toHaveCSS('background-color', 'rgb(29, 78, 216)')
    await expect(page.getByRole('heading', { name: 'Our Brands' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'From The Blog' })).toHaveCount(0)
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: 'YouTube' })).toHaveAttribute('href', 'https://example.com/nord')
    await expect(footer.getByRole('img', { name: 'Facebook' })).toHaveCount(0)
  })

  await step('as by default, nothing of it is left', async () => {
    await page.goto(`${origin}/dashboard/appearance`)
    await page.getByRole('button', { name: 'As by default' }).click()
    await page.getByLabel('Remove the present one').check()
    await save.click()
    await expect(page.getByText('The appearance is saved')).toBeVisible()
    await page.goto(origin)
    await expect(page.getByText('Hands Tools')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Shop Now' })).toHaveCSS('background-color', 'rgb(245, 166, 11)')
    await expect(page.getByRole('heading', { name: 'From The Blog' })).toBeVisible()
    await expect(page.getByRole('contentinfo').getByRole('img', { name: 'Facebook' })).toBeVisible()
    await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
  })
})
