/** Without control and formatting characters, but for joiners, which scripts need; the limit keeps tokens short. */
export function sanitizeName(name: string): string {
  return name.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '').slice(0, 200)
}

export function sanitizePictureUrl(url: string | null | undefined): string | null {
  return url && /^https:\/\/\S{1,1000}$/.test(url) ? url : null
}
