interface DecorativeImageProps {
  name: string
  widths: readonly number[]
  /** Intrinsic width and height in pixels. */
  size: readonly [number, number]
  sizes: string
}

export function DecorativeImage({ name, widths, size, sizes }: DecorativeImageProps) {
  return (
    <img
      src={`/images/${name}-${widths.at(-1)}.webp`}
      srcSet={widths.map(width => `/images/${name}-${width}.avif ${width}w`).join(', ')}
      sizes={sizes}
      alt=""
      width={size[0]}
      height={size[1]}
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
    />
  )
}
