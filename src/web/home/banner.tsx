import { Link } from 'react-router'

const srcSet = [800, 1280, 2000].map(width => `/images/hero-${width}.avif ${width}w`).join(', ')

export function Banner() {
  return (
    <section className="relative isolate overflow-hidden bg-neutral text-neutral-content">
      <div className="page-width grid min-h-[min(24rem,60vh)] content-center justify-items-start gap-3 py-10">
        <img
          src="/images/hero-1280.webp"
          srcSet={srcSet}
          sizes="100vw"
          alt=""
          width={2000}
          height={1000}
          fetchPriority="high"
          className="absolute inset-0 -z-10 size-full object-cover object-[68%_bottom] md:object-[75%_center]"
        />
        <div className="absolute inset-0 -z-10 bg-linear-to-r from-neutral via-neutral/75 to-neutral/30 md:via-neutral/55 md:to-transparent" />
        <p className="font-display text-2xl text-primary">Hands Tools</p>
        <h1 className="text-[length:var(--text-hero)]">Big Wholesale</h1>
        <p className="text-xl">Circular Saw &amp; Power Saw</p>
        <Link prefetch="intent" to="/shop" className="btn btn-primary btn-lg mt-2">
          Shop Now
        </Link>
      </div>
    </section>
  )
}
