import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { admin, expect, logInByApi, test } from '#test/e2e/fixtures.ts'
import { createJpeg } from '#test/e2e/sample-images.ts'

const { step } = test

test.use({ expected: { errors: [/status of 400/] } })

const chooseFile = async (page: Page, name: string, text: string) => {
  await page.goto('/dashboard/imports')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Read the file' }).click()
}

test('an admin imports two hundred tools with five faults, repairs them, applies and undoes it', async ({ page }) => {
  const mark = crypto.randomUUID().slice(0, 6)
  const lines = Array.from(
    { length: 200 },
    (_, index) => `${mark}-${index},Gimlet ${mark} ${index},${index + 1}.50,5,100,Bores.`,
  )
  lines[10] = `${mark}-10,Gimlet ${mark} 10,ten,5,100,Bores.`
  lines[20] = `${mark}-20,,21.50,5,100,Bores.`
  lines[30] = `,Gimlet ${mark} 30,31.50,5,100,Bores.`
  lines[40] = `${mark}-40,Gimlet ${mark} 40,41.50,5,-1,Bores.`
  lines[50] = `${mark}-51,Gimlet ${mark} 50,51.50,5,100,Bores.`
  const file = ['SKU,Name,Price,Minimum,Available,Description', ...lines].join('\n')
  await logInByApi(page, admin)

  await step('a list without a SKU is asked about at its columns', async () => {
    await chooseFile(page, 'parts.csv', 'Colour,Price\nred,1.50')
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await expect(page.getByText('Which column is the SKU?')).toBeVisible()
    await page.getByLabel('What “Colour” holds').selectOption('SKU')
    await expect(page.getByText('The first rows as they would become').locator('..')).toContainText('SKUred')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  await step('an empty file is told from none', async () => {
    await chooseFile(page, 'empty.csv', '')
    const field = page.getByLabel('File', { exact: true })
    await expect(field).toHaveAccessibleDescription(/This file is empty. Please choose another./)
    await field.setInputFiles([])
    await page.getByRole('button', { name: 'Read the file' }).click()
    await expect(field).toHaveAccessibleDescription(/Choose a file first./)
  })

  await step('a file in another character set shows its letters, and asks how its numbers are read', async () => {
    await page.goto('/dashboard/imports')
    const text =
      'SKU;Name;Price;Minimum;Available;Description\nDOS;S\x84ge;1.250;5;100;B\x81gels\x84ge mit Schl\x81ssel'
    const buffer = Buffer.from(text, 'latin1')
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'dos.csv', mimeType: 'text/csv', buffer })
    const charset = page.getByLabel('Character set')
    await expect(charset).toHaveValue('cp850')
    await expect(page.getByText('DOS;Säge;1.250;5;100;Bügelsäge mit Schlüssel')).toBeVisible()
    await charset.selectOption('Western European (Windows)')
    await expect(page.getByText('DOS;S„ge;1.250')).toBeVisible()
    await charset.selectOption('Western European (DOS)')
    await page.getByRole('button', { name: 'Read the file' }).click()
    await expect(page.getByRole('heading', { name: 'dos.csv' })).toBeVisible()
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await expect(page.getByLabel('Decimals')).toHaveAccessibleDescription(/“1.250” can mean 1.25 or 1,250/)
    await page.getByLabel('Decimals').selectOption('With a comma: 1,50')
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await expect(page.getByRole('table')).toContainText('Bügelsäge mit Schlüssel')
    await expect(page.getByRole('table')).toContainText('1250.00')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  await step('the rows at fault come first, each with its fault', async () => {
    await chooseFile(page, `${mark}.csv`, file)
    await expect(page.getByRole('heading', { name: `${mark}.csv` })).toBeVisible()
    await expect(page.getByRole('link', { name: 'At fault 6' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByLabel('Price')).toHaveAccessibleDescription('“ten” is not a number.')
  })

  const repair = async (row: number, label: string, text: string) => {
    const cell = page.getByRole('row').filter({ has: page.getByRole('button', { name: `Check row ${row} again` }) })
    await cell.getByLabel(label).fill(text)
    await cell.getByRole('button').click()
    await expect(cell).toHaveCount(0)
  }

  await step('each is repaired in its place', async () => {
    await repair(12, 'Price', '11.50')
    await expect(page.getByLabel('Name')).toBeFocused()
    await repair(22, 'Name', `Gimlet ${mark} 20`)
    await repair(32, 'SKU', `${mark}-30`)
    await repair(42, 'Available', '100')
    await repair(52, 'SKU', `${mark}-50`)
    const shownList = page.getByRole('link', { name: 'New 200' })
    await expect(shownList).toHaveAttribute('aria-current', 'page')
    await expect(shownList).toBeFocused()
  })

  await step('all are applied at once', async () => {
    await page.getByRole('button', { name: 'Apply 200 rows' }).click()
    await expect(page.getByRole('dialog')).toContainText('200 new, 0 changed. It can be undone.')
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('Applied', { exact: true })).toBeVisible()
    await page.goto(`/dashboard/manageProducts?q=${mark}`)
    await expect(page.getByText(/^1 to 50 of 200 tools/)).toBeVisible()
  })

  await step('exported prices are changed and imported again', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    const exported = await readFile(await (await downloading).path(), 'utf8')
    await chooseFile(page, 'prices.csv', exported.replace(',1.50,', ',1.75,'))
    await expect(page.getByRole('link', { name: 'Unchanged 199' })).toBeVisible()
    await expect(page.getByRole('table')).toContainText('Price1.50 → 1.75')
    await page.getByRole('button', { name: 'Apply 1 row' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('Applied', { exact: true })).toBeVisible()
  })

  await step('the import is undone, but for the tool that was changed again', async () => {
    await page.goto('/dashboard/imports')
    await page.getByRole('link', { name: `${mark}.csv` }).click()
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await expect(page.getByRole('heading', { name: `Undo of ${mark}.csv` })).toBeVisible()
    await expect(page.getByText(/^1 row is not taken back in full/)).toBeVisible()
    await page.getByRole('button', { name: 'Take back 199 rows' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('Applied', { exact: true })).toBeVisible()
    await page.goto(`/dashboard/manageProducts?q=${mark}`)
    await expect(page.getByText('1 tool', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('No tools fit that.')).toBeVisible()
  })
})

test('pictures whose names begin with a SKU become an import, the others are listed', async ({ page }) => {
  const buffer = await createJpeg(400, 300)
  await logInByApi(page, admin)
  await page.goto('/dashboard/imports')
  await page.getByRole('link', { name: 'Add many pictures' }).click()
  const names = ['cs-185_front.jpg', 'CS-185_side 2.jpg', 'IMG_0042.jpg']
  await page
    .getByLabel('Pictures', { exact: true })
    .setInputFiles(names.map(name => ({ name, mimeType: 'image/jpeg', buffer })))
  await expect(page.getByText('1 tool gets a picture.')).toBeVisible()
  await expect(page.getByRole('group').filter({ hasText: '1 picture fits no tool' })).toContainText('IMG_0042.jpg')
  await expect(page.getByRole('group').filter({ hasText: '1 second picture' })).toContainText('CS-185_side 2.jpg')
  await page.getByRole('button', { name: 'Upload 1 picture' }).click()
  await expect(page.getByRole('heading', { name: '1 picture.csv' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'CS-185' }).getByRole('img')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
})
