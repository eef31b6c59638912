import { preload } from 'react-dom'
import { avifSet } from './avif-set.ts'

interface PhotoProps {
  src: string
  alt: string
  /** The picture's width in the layout, as the `sizes` attribute has it. */
  sizes: string
  /** 'high' for the page's main picture, 'eager' for one that is seen at once; others load when they come near. */
  priority?: 'high' | 'eager' | undefined
}

/** A square product photograph on its grey plate, in the widths that our own image host keeps. */
export function Photo({ src, alt, sizes, priority }: PhotoProps) {
  const widths = avifSet(src)
  if (priority === 'high' && widths) {
    preload(src.replace(/\.webp$/, '.avif'), {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: widths,
      imageSizes: sizes,
      fetchPriority: 'high',
    })
  }
  return (
    <picture className="block self-start bg-plate">
      {widths && <source type="image/avif" srcSet={widths} sizes={sizes} />}
      <img
        src={src}
        alt={alt}
        width={800}
        height={800}
        className="aspect-square w-full object-contain"
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority === 'high' ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  )
}
