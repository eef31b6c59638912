import { expect, test } from './shopper.ts'

test.use({ expected: { errors: [/ERR_FAILED|status of 404|module script/] } })

const failures = [
  ['error', 'abort'],
  ['missing', 'not found'],
] as const

for (const [kind, how] of failures) {
  test(`a script chunk that does not load (${kind}) is told by name, and the page can be loaded whole`, async ({
    page,
  }) => {
    await page.goto('/')
    await page.route('**/assets/blogs-*.js', route =>
      how === 'abort' ? route.abort() : route.fulfill({ status: 404 }),
    )
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).click()
    const dialog = page.getByRole('dialog', { name: new RegExp(`^Loading chunk blogs-[\\w-]+ failed \\(${kind}\\)$`) })
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL('/')
    await page.unroute('**/assets/blogs-*.js')
    await dialog.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Blogs', level: 1 })).toBeVisible()
  })
}

test('a script chunk that takes 120 seconds is told as timed out', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await page.route('**/assets/blogs-*.js', () => {})
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).click()
  await page.clock.fastForward(119_000)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.clock.fastForward(2_000)
  await expect(page.getByRole('dialog', { name: /^Loading chunk blogs-[\w-]+ failed \(timeout\)$/ })).toBeVisible()
})
