import type { Client } from '#contract/client.ts'
import { maxImageBytes } from '#contract/limits.ts'
import { toErrorMessage, toFieldErrors } from './api-errors.ts'

/** In the query of the specified call. Public: the server decides by the access token, and keeps the image host's key. */
const uploadKey = 'ironmonger'

/** Uploads the file of a form; resolves to its URL, or to a sentence for the field. */
export async function uploadImage(
  client: Client,
  file: FormDataEntryValue | null,
): Promise<{ url: string; error?: undefined } | { url?: undefined; error: string }> {
  if (!(file instanceof File)) return { error: 'Image is required' }
  // Checked before the upload; the API checks again.
  if (file.size > maxImageBytes) return { error: 'A picture may have at most 10 MB.' }
  try {
    const { data } = await client.uploadImage({ query: { key: uploadKey }, form: { image: file } })
    return { url: data.url }
  } catch (error) {
    return { error: toFieldErrors(error).image ?? toErrorMessage(error) }
  }
}
