import { Refusal } from '#contract/refusals.ts'
import { largestImage } from '#contract/rules.ts'
import { api } from '#web/account/api.ts'
import { failureOf, fieldErrorsOf } from '#web/frame/failure.ts'

/** Takes a chosen file to the image host: its address there, or the sentence that says why not. */
export async function upload(
  file: FormDataEntryValue | null,
): Promise<{ url: string; error?: undefined } | { url?: undefined; error: string }> {
  if (!(file instanceof File)) return { error: 'Image is required' }
  // Told before the file travels; the shop looks again.
  if (file.size > largestImage) return { error: new Refusal('image_too_large').message }
  try {
    const { data } = await api.uploadImage({ form: { image: file } })
    return { url: data.url }
  } catch (error) {
    return { error: fieldErrorsOf(error).image ?? failureOf(error) }
  }
}
