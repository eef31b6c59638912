export interface ProcessedImage {
  /** Hash of the pixels: equal images have equal names. */
  name: string
  /** Keyed by file name suffix, such as '-800.webp'. */
  files: ReadonlyMap<string, Uint8Array>
}

export interface Images {
  store: (image: ProcessedImage) => Promise<string>
  /** Returns the URL before or after the image is stored. Missing for imgbb, which returns it only after the upload. */
  buildUrl?: (name: string) => string
  isOwnUrl: (url: string) => boolean
  /** Deletes the files of an own URL, if any. Missing for imgbb, which has no such call. */
  remove?: (url: string) => Promise<void>
  list?: () => Promise<string[]>
}
