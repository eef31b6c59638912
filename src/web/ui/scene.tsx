interface SceneProps {
  name: string
  widths: readonly number[]
  /** The picture's own width and height in pixels. */
  size: readonly [number, number]
  sizes: string
}

/** A decorative photograph that fills its box, in AVIF and WebP. */
export function Scene({ name, widths, size, sizes }: SceneProps) {
  return (
    <picture>
      <source
        type="image/avif"
        srcSet={widths.map(width => `/images/${name}-${width}.avif ${width}w`).join(', ')}
        sizes={sizes}
      />
      <img
        src={`/images/${name}-${widths.at(-1)}.webp`}
        alt=""
        width={size[0]}
        height={size[1]}
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
    </picture>
  )
}
