import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Section } from './section.tsx'

const brands = [
  ['norvane', 'Norvane'],
  ['castellan', 'Castellan'],
  ['tamarack', 'Tamarack'],
  ['oxbridge-and-pole', 'Oxbridge & Pole'],
  ['ferrum-nine', 'Ferrum Nine'],
  ['halden', 'Halden'],
] as const

export function Brands({ sold }: { sold: readonly { name: string; slug: string }[] }) {
  return (
    <Section title="Our Brands">
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-box border border-base-300 bg-base-300 sm:grid-cols-3 lg:grid-cols-6">
        {brands.map(([file, name]) => (
          <li key={file} className="grid bg-base-100">
            <BrandLink slug={sold.find(brand => brand.name === name)?.slug}>
              <img
                src={`/brands/${file}.svg`}
                alt={name}
                width={160}
                height={48}
                loading="lazy"
                className="dark:brightness-150"
              />
            </BrandLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function BrandLink({ slug, children }: { slug: string | undefined; children: ReactNode }) {
  const className = 'grid place-items-center p-6'
  return slug ? (
    <Link to={`/shop?brand=${slug}`} className={`${className} transition hover:bg-base-200`}>
      {children}
    </Link>
  ) : (
    <div className={className}>{children}</div>
  )
}
