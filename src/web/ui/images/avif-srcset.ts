const bundledPath = '/images/[\\w-]+'
const uploadedUrl = 'https?://[\\w.-]+(:\\d+)?(/[\\w.~-]+)*/images/[\\da-f]{32}'
const ownImage = new RegExp(`^(${bundledPath}|${uploadedUrl})-800\\.webp$`)

/** Images that are bundled, or stored in the folder or on S3, have AVIF variants; imgbb's have none. */
export function buildAvifSrcSet(src: string): string | undefined {
  const base = ownImage.exec(src)?.[1]
  return base && [320, 480, 800].map(width => `${base}-${width}.avif ${width}w`).join(', ')
}
