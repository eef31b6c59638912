/** A name that the database can hold, short enough for a token. */
export function sanitizeName(name: string): string {
  return name.replaceAll('\0', '').slice(0, 200)
}

/** The address of a picture on the web, or null for any other text. */
export function sanitizePictureUrl(address: string | null | undefined): string | null {
  return address && /^https:\/\/\S{1,1000}$/.test(address) ? address : null
}
