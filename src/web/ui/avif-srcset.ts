const shipped = '/images/[\\w-]+'
const uploaded = 'https?://[\\w.-]+(:\\d+)?(/[\\w.~-]+)*/images/[\\da-f]{32}'
const ours = new RegExp(`^(${shipped}|${uploaded})-800\\.webp$`)

/** The widths in AVIF of a picture on an image host of ours, as the `srcset` attribute has them. */
export function buildAvifSrcSet(src: string): string | undefined {
  const base = ours.exec(src)?.[1]
  return base && [320, 480, 800].map(width => `${base}-${width}.avif ${width}w`).join(', ')
}
