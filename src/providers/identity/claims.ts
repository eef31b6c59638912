import { stripInvisible } from '#contract/text.ts'

/** The limit keeps tokens short. */
export const sanitizeName = (name: string) => stripInvisible(name).slice(0, 200)

export function sanitizePictureUrl(url: string | null | undefined): string | null {
  return url && /^https:\/\/\S{1,1000}$/.test(url) ? url : null
}
