import { admin, expect, logInByApi, signUpByApi, test } from '#test/e2e/fixtures.ts'

test('a profile is saved, then updated, and found again', async ({ page }) => {
  const person = await signUpByApi(page, 'Xenia Yarrow')
  await page.goto('/dashboard/profile')
  await expect(page.getByLabel('Name')).toHaveValue('Xenia Yarrow')
  await expect(page.getByLabel('Name')).not.toBeEditable()
  const email = page.getByRole('main').getByLabel('Email', { exact: true })
  await expect(email).toHaveValue(person.email)
  await expect(email).not.toBeEditable()
  await page.getByLabel('Phone').fill('555 0199')
  await page.getByRole('button', { name: 'SAVE' }).click()
  for (const sentence of [
    'Education qualification is required',
    'City name is required',
    'LinkedIn profile link is required',
  ])
    await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByText('Phone number is required')).toHaveCount(0)
  await page.getByLabel('Phone').fill(' ')
  await page.getByLabel('Education').fill('Joiner, City Guild')
  await page.getByLabel('City').fill('Leeds')
  await page.getByLabel('LinkedIn').fill('https://www.linkedin.com/in/xenia')
  await page.getByRole('button', { name: 'SAVE' }).click()
  await expect(page.getByText('Phone number is required')).toBeVisible()
  await page.getByLabel('Phone').fill('555 0199')
  await page.getByRole('button', { name: 'SAVE' }).click()
  await expect(page.getByText('Your information is saved on database successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'UPDATE' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'SAVE' })).toHaveCount(0)

  await page.getByLabel('City').fill('York')
  await page.getByRole('button', { name: 'UPDATE' }).click()
  await expect(page.getByText('Your information is update successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('York')
  await expect(page.getByLabel('Education')).toHaveValue('Joiner, City Guild')
  await expect(page.getByRole('button', { name: 'UPDATE' })).toBeVisible()
})

test('an admin has a profile too, and lands on it', async ({ page }) => {
  await logInByApi(page, admin)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(page.getByLabel('Name')).toHaveValue('Ada Mercer')
})
