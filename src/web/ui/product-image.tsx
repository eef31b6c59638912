import { buildAvifSrcSet } from './avif-srcset.ts'

export interface ProductImageProps {
  src: string
  alt: string
  /** The picture's width in the layout, as the `sizes` attribute has it. */
  sizes: string
  /** 'high' for the page's main picture, 'eager' for one that is seen at once; others load when they come near. */
  priority?: 'high' | 'eager' | undefined
  className?: string
}

/** A square product photograph on its grey plate, in the widths that our own image host keeps. */
export function ProductImage({ src, alt, sizes, priority, className = '' }: ProductImageProps) {
  const widths = buildAvifSrcSet(src)
  return (
    <img
      src={src}
      srcSet={widths}
      sizes={widths && sizes}
      alt={alt}
      width={800}
      height={800}
      className={`aspect-square w-full bg-plate object-contain ${className}`}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority === 'high' ? 'high' : undefined}
      decoding="async"
    />
  )
}
