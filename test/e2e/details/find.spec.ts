import { admin, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'

test('a search that finds people leaves out tools that are only alike', async ({ page, browser }) => {
  for (const name of ['Rita Hamer', 'Rolf Hamer']) {
    const buyerPage = await (await browser.newContext()).newPage()
    await signUpByApi(buyerPage, name)
    await buyerPage.context().close()
  }
  await logInByApi(page, admin)
  const main = page.getByRole('main')
  await page.goto('/dashboard/find?q=hamer')
  await expect(main.getByRole('cell', { name: 'Rita Hamer' })).toBeVisible()
  await expect(main.getByRole('link', { name: /Claw Hammer/ })).toHaveCount(0)
  await page.goto('/dashboard/find?q=hammmer')
  await expect(main.getByRole('link', { name: /Claw Hammer/ }).first()).toBeVisible()
})
