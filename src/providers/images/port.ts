export interface ProcessedImage {
  /** A hash of the pixels: equal images have equal names. */
  name: string
  /** By suffix of the file name, such as '-800.webp'. */
  files: ReadonlyMap<string, Uint8Array>
}

export interface Images {
  store: (image: ProcessedImage) => Promise<string>
  isOwnUrl: (url: string) => boolean
}
