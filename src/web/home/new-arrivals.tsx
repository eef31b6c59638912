import { DecorativeImage } from '#web/ui/images/decorative-image.tsx'
import { Section } from './section.tsx'

const strip = ['arrival-1', 'arrival-2', 'arrival-3'] as const
const banner = ['banner-1', 'banner-2'] as const

export function NewArrivals() {
  return (
    <Section title="New Arrivals">
      <div className="grid gap-4">
        <ul className="grid gap-4 sm:grid-cols-3">
          {strip.map(name => (
            <li key={name} className="relative aspect-4/3 overflow-hidden rounded-box sm:aspect-4/5">
              <DecorativeImage
                name={name}
                widths={[320, 640]}
                size={[800, 1000]}
                sizes="(min-width: 80rem) 26rem, (min-width: 40rem) 33vw, 100vw"
              />
              <Overlay />
            </li>
          ))}
        </ul>
        <ul className="grid gap-4 md:grid-cols-2">
          {banner.map(name => (
            <li key={name} className="relative aspect-2/1 overflow-hidden rounded-box">
              <DecorativeImage
                name={name}
                widths={[480, 800]}
                size={[1400, 700]}
                sizes="(min-width: 80rem) 39rem, (min-width: 48rem) 50vw, 100vw"
              />
              <Overlay />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}

function Overlay() {
  return <span className="absolute inset-0 bg-linear-to-t from-neutral/50 to-transparent" />
}
