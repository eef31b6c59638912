/** An image re-encoded in the formats and widths that pages use. */
export interface ProcessedImage {
  /** A hash of the pixels: equal images have equal names. */
  name: string
  /** Contents by suffix of the file name, such as '-800.webp'. */
  files: ReadonlyMap<string, Uint8Array>
}

export interface Images {
  /** Returns the URL for pages. */
  store: (image: ProcessedImage) => Promise<string>
  /** Whether `store` could have returned the URL. */
  isOwnUrl: (url: string) => boolean
}
