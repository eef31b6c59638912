/** A picture that was decoded and encoded anew, in the formats and widths that pages ask for. */
export interface ProcessedImage {
  /** Made from what the picture shows: the same picture has the same name. */
  name: string
  /** Ends of its file names, such as '-800.webp', and what stands behind them. */
  files: ReadonlyMap<string, Uint8Array>
}

/** An image host. */
export interface Images {
  /** Keeps the picture and tells the address that pages show it by. */
  store: (picture: ProcessedImage) => Promise<string>
  /** Whether that is the address of a picture kept here. */
  isOwnUrl: (address: string) => boolean
}
