/** PostgreSQL can't store U+0000; the limit keeps tokens short. */
export function sanitizeName(name: string): string {
  return name.replaceAll('\0', '').slice(0, 200)
}

export function sanitizePictureUrl(url: string | null | undefined): string | null {
  return url && /^https:\/\/\S{1,1000}$/.test(url) ? url : null
}
