import type { Client } from '#contract/client.ts'
import { uploadImage } from '#web/session/upload-image.ts'
import { FormFailure } from './piece-fields.tsx'

/** By their contents: a form that is sent again uploads none again. */
const uploadedUrls = new Map<string, string>()

/** Returns their URLs. Throws a FormFailure at the photos that are refused. */
export async function uploadPhotos(client: Client, form: FormData): Promise<string[]> {
  const urls: string[] = []
  for (const file of form.getAll('photos'))
    if (file instanceof File && file.size > 0) urls.push(await uploadOnce(client, file))
  return urls
}

/** Unused uploads are deleted by the shop: they are not kept for another form. */
export const forgetPhotos = () => uploadedUrls.clear()

async function uploadOnce(client: Client, file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  const key = new Uint8Array(digest).join()
  const known = uploadedUrls.get(key)
  if (known !== undefined) return known
  const { url, error } = await uploadImage(client, file)
  if (error !== undefined) throw new FormFailure({ failure: '', errors: {}, fields: { images: error } })
  uploadedUrls.set(key, url)
  return url
}
