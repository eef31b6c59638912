import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  link?: ReactNode
  arrows?: ArrowsProps
  children: ReactNode
}

export function Section({ title, link, arrows, children }: SectionProps) {
  const id = useId()
  return (
    <section className="page-width mt-14" aria-labelledby={id}>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="section-title">
          {title}
        </h2>
        <div className="ms-auto flex items-center gap-4">
          {link}
          {arrows && <Arrows {...arrows} />}
        </div>
      </div>
      {children}
    </section>
  )
}

interface ArrowsProps {
  onPrevious?: false | (() => void)
  onNext?: false | (() => void)
}

/** The arrows are for pointers only, since keys scroll the row itself. */
function Arrows({ onPrevious, onNext }: ArrowsProps) {
  return (
    <div aria-hidden="true" className="flex gap-2">
      <Arrow path="M12 4l-6 6 6 6" onClick={onPrevious} />
      <Arrow path="M8 4l6 6-6 6" onClick={onNext} />
    </div>
  )
}

function Arrow({ path, onClick }: { path: string; onClick: false | (() => void) | undefined }) {
  const icon = (
    <svg viewBox="0 0 20 20" className="size-5 fill-none stroke-current" strokeWidth="2">
      <path d={path} />
    </svg>
  )
  if (!onClick) return <span className="grid size-10 place-items-center text-base-300">{icon}</span>
  return (
    <button type="button" tabIndex={-1} className="btn btn-quiet btn-square size-10" onClick={onClick}>
      {icon}
    </button>
  )
}
