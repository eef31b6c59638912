import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

export async function expectApart(one: Locator, other: Locator): Promise<void> {
  await expect(async () => {
    const [a, b] = [await one.boundingBox(), await other.boundingBox()]
    if (!a || !b) throw new Error('not shown')
    const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
    expect(isApart, `${JSON.stringify(a)} ${JSON.stringify(b)}`).toBe(true)
  }).toPass({ timeout: 2000 })
}
