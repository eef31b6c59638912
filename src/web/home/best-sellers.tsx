import { Link } from 'react-router'
import { ProductImage } from '#web/ui/images/product-image.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { ScrollingRow } from './scrolling-row.tsx'

const bestSellers = [
  { name: 'Marble Slotting Saw', price: '$100.55', image: 'marble-slotting-saw', stars: 5 },
  { name: 'Powermatic Shaper', price: '$99.97', image: 'wood-shaper', stars: 4 },
  { name: 'Wood Floor Belt Sander', price: '$78.55', image: 'belt-sander', stars: 4 },
  { name: 'Reciprocal saw', price: '$179.00', image: 'reciprocating-saw', stars: 5 },
  { name: 'Handheld Power Drill', price: '$155.00', image: 'power-drill', stars: 5 },
  { name: 'Revolt E.9V Jigsaw', price: '$139.00', image: 'jigsaw', stars: 4 },
  { name: 'Gerber Diesel Multi Piler', price: '$93.00', image: 'multi-plier', stars: 5 },
  { name: 'Circular Saw', price: '$129.00', image: 'circular-saw', stars: 4 },
] as const

export function BestSellers({ soldNames }: { soldNames: readonly string[] }) {
  return (
    <ScrollingRow title="Best Seller Products" itemWidth="grid-rows-2 auto-cols-[min(85%,20.5rem)]">
      {bestSellers.map(({ name, price, image, stars }) => (
        <li
          key={name}
          className="relative flex snap-start items-center gap-4 rounded-box border border-base-300 bg-base-100 p-3"
        >
          <div className="w-24 shrink-0 overflow-hidden rounded-field">
            <ProductImage src={`/images/${image}-800.webp`} alt="" sizes="6rem" />
          </div>
          <div className="grid gap-1">
            <h3 className="text-xl">
              {soldNames.includes(name) ? (
                <Link
                  to={`/shop?${new URLSearchParams({ q: name })}`}
                  prefetch="intent"
                  className="after:absolute after:inset-0 hover:underline"
                >
                  {name}
                </Link>
              ) : (
                name
              )}
            </h3>
            <Stars filled={stars} />
            <p className="text-lg font-semibold tabular-nums">{price}</p>
          </div>
        </li>
      ))}
    </ScrollingRow>
  )
}
