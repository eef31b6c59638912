/** Decodes UTF-8, or UTF-16 with a byte order mark. Returns `other` for another character set, undefined for binary data. */
export function decodeText(bytes: Uint8Array): { text: string } | 'other' | undefined {
  const utf16 = { 65534: 'utf-16le', 65279: 'utf-16be' }[((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)]
  if (!utf16 && bytes.includes(0)) return undefined
  try {
    return { text: new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return utf16 ? undefined : 'other'
  }
}
