import { buildAvifSrcSet } from './avif-srcset.ts'

export interface ProductImageProps {
  src: string
  alt: string
  sizes: string
  /** 'high' for the page's main image, 'eager' for one above the fold; others load lazily. */
  priority?: 'high' | 'eager' | undefined
  className?: string
}

export function ProductImage({ src, alt, sizes, priority, className = '' }: ProductImageProps) {
  const srcSet = buildAvifSrcSet(src)
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={alt}
      width={800}
      height={800}
      className={`aspect-square w-full bg-plate object-contain dark:brightness-90 ${className}`}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority === 'high' ? 'high' : undefined}
      decoding="async"
    />
  )
}
