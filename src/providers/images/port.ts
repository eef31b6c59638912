export interface ProcessedImage {
  /** A hash of the pixels: equal images have equal names. */
  name: string
  /** By suffix of the file name, such as '-800.webp'. */
  files: ReadonlyMap<string, Uint8Array>
}

export interface Images {
  /** The URL. */
  store: (image: ProcessedImage) => Promise<string>
  /** The URL that an image of that name has or will have. imgbb tells it only once the image is stored. */
  buildUrl?: (name: string) => string
  isOwnUrl: (url: string) => boolean
  /** Deletes the files of an own URL; of none when there are none. imgbb has no such call. */
  remove?: (url: string) => Promise<void>
  /** The URLs of all stored images. */
  list?: () => Promise<string[]>
}
