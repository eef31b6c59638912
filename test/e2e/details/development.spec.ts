import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, waitForHydration } from '#test/e2e/fixtures.ts'
import { startServer, stopAll } from '#test/server-process.ts'

test.afterEach(stopAll)

test('the development server shows pages that react', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ironmonger-e2e-'))
  const { origin } = await startServer({ DATA_DIR: folder }, 'scripts/dev.ts')
  await page.goto(`${origin}/login`)
  const show = page.getByRole('button', { name: 'Show' })
  // Vite transforms modules at their first request.
  await waitForHydration(show)
  await show.click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})
