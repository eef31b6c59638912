import type { Page } from '@playwright/test'

export async function holdCalls(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(path, async route => {
    await released
    await route.continue()
  })
  return release
}
