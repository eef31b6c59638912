/** A file's text in UTF-8, UTF-16 or, as some spreadsheets save it, Windows-1252; undefined if it is no text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  if (!isUtf16 && bytes.includes(0)) return undefined
  const encodings = isUtf16 ? ['utf-16le'] : ['utf-8', 'windows-1252']
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // Not in that encoding.
    }
  }
  return undefined
}
