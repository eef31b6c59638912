import type { Client } from '#contract/client.ts'
import { maxImageBytes } from '#contract/limits.ts'
import { toErrorMessage, toFieldErrors } from './api-errors.ts'

/** In the query of the specified call. Public: the server decides by the access token, and keeps the image host's key. */
const uploadKey = 'ironmonger'

/** What file inputs offer. Phones make a JPEG of a HEIC picture, which is not among them. */
export const imageTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** Uploads the file of a form; resolves to its URL, or to a sentence for the field. */
export async function uploadImage(
  client: Client,
  file: FormDataEntryValue | null,
): Promise<{ url: string; error?: undefined } | { url?: undefined; error: string }> {
  if (!(file instanceof File)) return { error: 'Image is required' }
  const image = await shrink(file)
  if (image === file && isHeic(file)) return { error: heicSentence }
  // Checked before the upload; the API checks again.
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

/** Twice the largest that the shop shows. */
const maxSide = 1600

/** Makes a large picture as small as the shop needs it. What the browser cannot read, or would not move any more, stays as it is. */
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
    // A WebP keeps what is transparent; browsers that make none make a PNG.
    const type = file.type === 'image/jpeg' || isHeic(file) ? 'image/jpeg' : 'image/webp'
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, 0.9))
    return blob ? new File([blob], file.name, { type: blob.type }) : file
  } catch {
    return file
  }
}
