import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toSlug } from '#contract/specifications.ts'
import { Section } from './section.tsx'

const brands = [
  ['norvane', 'Norvane'],
  ['castellan', 'Castellan'],
  ['tamarack', 'Tamarack'],
  ['oxbridge-and-pole', 'Oxbridge & Pole'],
  ['ferrum-nine', 'Ferrum Nine'],
  ['halden', 'Halden'],
] as const

/** Brands that the shop has lead to their tools. */
export function Brands({ soldBrands }: { soldBrands: readonly string[] }) {
  return (
    <Section title="Our Brands">
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-box border border-base-300 bg-base-300 sm:grid-cols-3 lg:grid-cols-6">
        {brands.map(([file, name]) => (
          <li key={file} className="grid bg-base-100">
            <BrandLink slug={toSlug(name)} isSold={soldBrands.includes(name)}>
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

function BrandLink({ slug, isSold, children }: { slug: string; isSold: boolean; children: ReactNode }) {
  const className = 'grid place-items-center p-6'
  return isSold ? (
    <Link to={`/shop?brand=${slug}`} className={`${className} transition hover:bg-base-200`}>
      {children}
    </Link>
  ) : (
    <div className={className}>{children}</div>
  )
}
