import { maxImageBytes } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import { processImage } from '#providers/images/process-image.ts'
import type { Shop } from './shop.ts'

/** Refuses `image_too_large`, `image_unreadable` and `image_too_detailed`. */
export async function addImage(shop: Shop, file: Blob): Promise<string> {
  if (file.size > maxImageBytes) refuse('image_too_large')
  return shop.images.store(await processImage(new Uint8Array(await file.arrayBuffer())))
}

const bundledImagePath = /^\/images\/(avatars\/)?[\w-]+\.\w+$/

/** Refuses `image_unknown` unless the image ships with the shop or was uploaded to it. */
export function assertOwnImage(shop: Shop, url: string): string {
  return bundledImagePath.test(url) || shop.images.isOwnUrl(url) ? url : refuse('image_unknown')
}
