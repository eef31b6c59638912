import { DecorativeImage } from '#web/ui/images/decorative-image.tsx'
import { ScrollingRow } from './scrolling-row.tsx'

const teasers = [1, 2, 3] as const

/** Placeholders without articles, so they are no links. */
export function BlogTeasers() {
  return (
    <ScrollingRow title="From The Blog" itemWidth="auto-cols-[85%] md:auto-cols-[calc((100%-2rem)/3)]">
      {teasers.map(number => (
        <li
          key={number}
          className="flex snap-start flex-col overflow-hidden rounded-box border border-base-300 bg-base-100"
        >
          <DecorativeImage
            name={`blog-${number}`}
            widths={[480, 800]}
            size={[1200, 800]}
            sizes="(min-width: 48rem) 26rem, 100vw"
          />
          <div className="grid gap-2 p-5">
            <p className="text-muted">By Admin · 25 Jul, 2022</p>
            <h3 className="text-2xl">Choosing the right tool for the job</h3>
            <span className="text-muted">Read More....</span>
          </div>
        </li>
      ))}
    </ScrollingRow>
  )
}
