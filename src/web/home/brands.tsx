import { Section } from './section.tsx'

const brands = [
  ['norvane', 'Norvane'],
  ['castellan', 'Castellan'],
  ['tamarack', 'Tamarack'],
  ['oxbridge-and-pole', 'Oxbridge & Pole'],
  ['ferrum-nine', 'Ferrum Nine'],
  ['halden', 'Halden'],
] as const

export function Brands() {
  return (
    <Section title="Our Brands">
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-box border border-base-300 bg-base-300 sm:grid-cols-3 lg:grid-cols-6">
        {brands.map(([file, name]) => (
          <li key={file} className="grid place-items-center bg-base-100 p-6">
            <img
              src={`/brands/${file}.svg`}
              alt={name}
              width={160}
              height={48}
              loading="lazy"
              className="dark:brightness-150"
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
