import { createHash } from 'node:crypto'
import type { Sharp, SharpOptions } from 'sharp'
import { refuse } from '#contract/refusals.ts'
import type { ProcessedImage } from './port.ts'

/** Phones take photos of 50 megapixels. An AVIF is decoded whole, at 18 bytes per pixel; other formats take up to 5. */
const maxPixels = { avif: 24_000_000, others: 50_000_000 }
const maxSide = 800

/** Blocks libvips' other decoders, because uploads are untrusted. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map(format => `VipsForeignLoad${format}Buffer`)

/** WebP is for `src` and link previews. */
const variants = [
  [320, 'avif'],
  [480, 'avif'],
  [800, 'avif'],
  [800, 'webp'],
] as const

export const imageSuffixes = variants.map(([width, format]) => `-${width}.${format}`)

/** Refuses `image_unreadable` and `image_too_detailed`. */
export async function processImage(bytes: Uint8Array): Promise<ProcessedImage> {
  const { data, info } = await decode(await openImage(bytes), [maxSide, maxSide])
  const { default: sharp } = await import('sharp')
  const raw: SharpOptions = { raw: { width: info.width, height: info.height, channels: info.channels } }
  const files = new Map<string, Uint8Array>()
  for (const [width, format] of variants)
    files.set(`-${width}.${format}`, await encode(sharp(data, raw), width, format))
  const pixelHash = createHash('sha256').update(`${info.width}x${info.height}x${info.channels} `).update(data)
  return { name: pixelHash.digest('hex').slice(0, 32), files }
}

/** One picture in a box of that many pixels, without the metadata of the file. Refuses `image_unreadable` and `image_too_detailed`. */
export async function encodePicture(
  bytes: Uint8Array,
  { width, height, format }: { width: number; height: number; format: 'png' | 'webp' },
): Promise<Buffer> {
  const { data, info } = await decode(await openImage(bytes), [width, height])
  const raw: SharpOptions = { raw: { width: info.width, height: info.height, channels: info.channels } }
  const { default: sharp } = await import('sharp')
  const image = sharp(data, raw)
  return (format === 'png' ? image.png({ compressionLevel: 9, palette: true }) : image.webp({ quality: 72 })).toBuffer()
}

async function openImage(bytes: Uint8Array): Promise<(maxPixels: number) => Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: decoders })
  return limitInputPixels => sharp(bytes, { limitInputPixels })
}

async function decode(open: (maxPixels: number) => Sharp, [width, height]: readonly [number, number]) {
  try {
    const { format } = await open(maxPixels.others).metadata()
    return await open(format === 'heif' ? maxPixels.avif : maxPixels.others)
      .timeout({ seconds: 5 })
      .autoOrient()
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    return refuse(String(error).includes('exceeds pixel limit') ? 'image_too_detailed' : 'image_unreadable')
  }
}

function encode(image: Sharp, width: number, format: 'avif' | 'webp'): Promise<Buffer> {
  const resized = image.resize(width, width, { fit: 'inside', withoutEnlargement: true })
  // Effort 2 takes a tenth of the default's time for the same file size.
  return (format === 'avif' ? resized.avif({ quality: 55, effort: 2 }) : resized.webp({ quality: 80 })).toBuffer()
}
