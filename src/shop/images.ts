import { maxImageBytes } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import { processImage } from '#providers/images/process-image.ts'
import type { Shop } from './shop.ts'

/** Takes an uploaded file into the image host and tells its address. Refuses what is too large, or no picture. */
export async function addImage(shop: Shop, file: Blob): Promise<string> {
  if (file.size > maxImageBytes) refuse('image_too_large')
  return shop.images.store(await processImage(new Uint8Array(await file.arrayBuffer())))
}

const shippedImagePath = /^\/images\/(avatars\/)?[\w-]+\.\w+$/

/** The address of a picture that came with the shop or was uploaded to it; refuses `image_unknown` for any other. */
export function assertOwnImage(shop: Shop, address: string): string {
  return shippedImagePath.test(address) || shop.images.isOwnUrl(address) ? address : refuse('image_unknown')
}
