import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Section } from './section.tsx'

interface ScrollingRowProps {
  title: string
  link?: ReactNode
  itemWidth: string
  children: ReactNode
}

export function ScrollingRow({ title, link, itemWidth, children }: ScrollingRowProps) {
  const row = useRef<HTMLUListElement>(null)
  const more = useMore(row)
  const scrollBy = (pages: number) => row.current?.scrollBy({ left: pages * row.current.clientWidth })
  return (
    <Section
      title={title}
      link={link}
      arrows={{ onPrevious: more.before && (() => scrollBy(-1)), onNext: more.after && (() => scrollBy(1)) }}
    >
      <ul
        ref={row}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        tabIndex={0}
        className={`-m-1 grid snap-x snap-mandatory scroll-p-1 grid-flow-col gap-4 overflow-x-auto scroll-smooth p-1 pb-3 motion-reduce:scroll-auto ${itemWidth}`}
      >
        {children}
      </ul>
    </Section>
  )
}

function useMore(row: RefObject<HTMLElement | null>) {
  const [more, setMore] = useState({ before: false, after: false })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const next = { before: scrollLeft > 8, after: scrollLeft + clientWidth < scrollWidth - 8 }
      setMore(last => (last.before === next.before && last.after === next.after ? last : next))
    }
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [row])
  return more
}
