import { admin, callApi, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { getListSearch } from '#test/e2e/paged-list.ts'

test('an admin hides a review, which the public page follows at once, shows it again and deletes it', async ({
  page,
  browser,
}, { project }) => {
  const name = `Rude Rita ${project.name}`
  const authorPage = await (await browser.newContext()).newPage()
  const author = await signUpByApi(authorPage, name)
  const fields = { rating: '5', city: 'Leeds', img: '/images/avatars/r01.svg' }
  await callApi(authorPage, 'POST', '/review', { ...author, comment: 'Bad words.', ...fields })
  const publicCard = authorPage.getByRole('listitem').filter({ hasText: name })
  const expectPublicly = async (count: number) => {
    await authorPage.goto('/allReviews')
    await expect(authorPage.getByRole('heading', { name: 'All Reviews' })).toBeVisible()
    await expect(publicCard).toHaveCount(count)
  }
  await expectPublicly(1)

  await logInByApi(page, admin)
  await page.goto('/dashboard/users')
  await page.getByRole('link', { name: 'Reviews', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/reviews')
  await getListSearch(page).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 review', { exact: true })).toBeVisible()
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText(author.email)
  await expect(row).toContainText('Bad words.')
  await row.getByRole('button', { name: 'Hide' }).click()
  await expect(row.getByText('Hidden', { exact: true })).toBeVisible()
  await expectPublicly(0)
  await row.getByRole('button', { name: 'Show' }).click()
  await expect(row.getByText('Shown', { exact: true })).toBeVisible()
  await expectPublicly(1)

  await row.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure to delete this review?' })
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('No reviews fit that.')).toBeVisible()
  await expectPublicly(0)
  await authorPage.context().close()
})
