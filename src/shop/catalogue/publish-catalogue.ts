import type { Shop } from '#shop/shop.ts'

/** Tells all processes that tools, brands or categories have changed. Orders change the stock alone, and tell `tools` only. */
export async function publishCatalogue({ notifications }: Shop): Promise<void> {
  await Promise.all([notifications.publish('tools'), notifications.publish('catalogue')])
}
