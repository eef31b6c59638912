import { admin, expect, logInByApi, test } from '#test/e2e/fixtures.ts'

const { step } = test

test.use({ expected: { errors: [/status of 400/] } })

test('an admin changes settings of the shop, which every page follows, on record', async ({ page }) => {
  await logInByApi(page, admin)
  const save = page.getByRole('button', { name: 'Save the settings' })
  const footer = page.getByRole('contentinfo')

  await step('what is wrong is said at its field, and nothing typed is lost', async () => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Time zone').fill('Europe/Atlantis')
    await page.getByLabel('Phone').fill('+1 555 0177')
    await save.click()
    await expect(page.getByLabel('Time zone')).toHaveAccessibleDescription(/no time zone such as Europe\/Berlin/)
    await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0177')
    await expect(footer).toContainText('+1 555 0100')
  })

  await step('a change shows at once here and on public pages', async () => {
    await page.getByLabel('Time zone').fill('UTC')
    await save.click()
    await expect(page.getByText('The settings are saved')).toBeVisible()
    await expect(footer).toContainText('+1 555 0177')
    await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/environment says: \+1 555 0100/)
    expect(await (await page.request.get('/blogs')).text()).toContain('+1 555 0177')
    await save.click()
    await expect(page.getByText('Nothing was changed.')).toBeVisible()
  })

  await step('a page with changes is not left without a question', async () => {
    await page.getByLabel('Phone').fill('+1 555 0188')
    await page.getByRole('link', { name: 'Admin Actions' }).click()
    await page.getByRole('button', { name: 'No' }).click()
    await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0188')
    await page.getByLabel('Phone').fill('+1 555 0100')
    await save.click()
    await expect(footer).toContainText('+1 555 0100')
  })

  await page.getByRole('link', { name: 'Admin Actions' }).click()
  await expect(page.getByText(/contact phone \+1 555 0177 → \+1 555 0100/)).toBeVisible()
})
