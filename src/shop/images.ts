import { refuse } from '#contract/refusals.ts'
import { largestImage } from '#contract/rules.ts'
import { readPicture } from '#providers/images/picture.ts'
import type { Shop } from './shop.ts'

/** Takes an uploaded file into the image host and tells its address. Refuses what is too large, or no picture. */
export async function addImage(shop: Shop, file: Blob): Promise<string> {
  if (file.size > largestImage) refuse('image_too_large')
  return shop.images.keep(await readPicture(new Uint8Array(await file.arrayBuffer())))
}

const ownPicture = /^\/images\/(avatars\/)?[\w-]+\.\w+$/

/** The address of a picture that came with the shop or was uploaded to it; refuses `image_unknown` for any other. */
export function ownImage(shop: Shop, address: string): string {
  return ownPicture.test(address) || shop.images.owns(address) ? address : refuse('image_unknown')
}
