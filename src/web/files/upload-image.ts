import type { Client } from '#contract/client.ts'
import { maxImageBytes } from '#contract/limits.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { emptyFileSentence } from './chosen-files.ts'

/** The specified call takes this key, which is public: the server checks the access token and holds the image host's key. */
const uploadKey = 'ironmonger'

/** HEIC is left out so that phones convert such pictures to JPEG. */
export const imageTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

export async function uploadImage(
  client: Client,
  file: File | undefined,
): Promise<{ url: string; error?: undefined } | { url?: undefined; error: string }> {
  if (!file) return { error: 'Image is required' }
  if (file.size === 0) return { error: emptyFileSentence }
  const image = await shrink(file)
  if (image === file && isHeic(file)) return { error: heicSentence }
  if (image.size > maxImageBytes) return { error: 'A picture may have at most 10 MB.' }
  try {
    const { data } = await client.uploadImage({ query: { key: uploadKey }, form: { image } })
    return { url: data.url }
  } catch (error) {
    return { error: toFieldErrors(error).image ?? toErrorMessage(error) }
  }
}

const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

const heicSentence =
  'This browser cannot read HEIC pictures. Please save it as a JPEG, or set the phone’s camera to “Most Compatible”.'

/** Pixels: twice the largest size that the shop shows. */
const maxSide = 1600

/** Scales large images down. Files that the browser cannot read, and GIFs, which would lose their animation, are kept. */
async function shrink(file: File): Promise<File> {
  if (file.type === 'image/gif') return file
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
    if (scale === 1 && !isHeic(file)) return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    // WebP keeps transparency. Browsers that cannot encode it make a PNG.
    const type = file.type === 'image/jpeg' || isHeic(file) ? 'image/jpeg' : 'image/webp'
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, 0.9))
    return blob ? new File([blob], file.name, { type: blob.type }) : file
  } catch {
    return file
  }
}
