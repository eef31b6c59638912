import type { Page } from '@playwright/test'

/** Holds calls of that path until the returned function is called. */
export async function holdCalls(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(path, async route => {
    await released
    await route.continue()
  })
  return release
}
