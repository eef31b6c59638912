import type { Shop } from '#shop/shop.ts'

/** Orders change the stock only, and publish `tools` only. */
export async function publishCatalogue({ notifications }: Shop): Promise<void> {
  await Promise.all([notifications.publish('tools'), notifications.publish('catalogue')])
}
