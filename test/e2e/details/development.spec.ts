import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '#test/e2e/fixtures.ts'
import { startServer, stopAll } from '#test/server-process.ts'

test.setTimeout(120_000)
test.afterEach(stopAll)

test('the development server shows pages that react', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ironmonger-e2e-'))
  const { origin } = await startServer({ DATA_DIR: folder }, 'scripts/dev.ts')
  await page.goto(`${origin}/login`)
  const password = page.getByLabel('Password', { exact: true })
  // Vite transforms modules at their first request.
  await expect(async () => {
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(password).toHaveAttribute('type', 'text', { timeout: 1000 })
  }).toPass({ timeout: 60_000 })
})
