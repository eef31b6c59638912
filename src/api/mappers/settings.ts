import type { z } from 'zod'
import type { SettingsChange, Settings as WireSettings } from '#contract/schemas/admin/settings.ts'
import type { ShopSettings } from '#contract/shop-settings.ts'

export function toWireSettings({ orderMinimumCents, ...settings }: ShopSettings): WireSettings {
  return { ...settings, orderMinimum: orderMinimumCents / 100 }
}

export function toSettingsChange({
  orderMinimum,
  ...change
}: Omit<z.output<typeof SettingsChange>, 'shown'>): Partial<ShopSettings> {
  const changedEntries = Object.entries(change).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(changedEntries),
    ...(orderMinimum !== undefined && { orderMinimumCents: Math.round(orderMinimum * 100) }),
  }
}
