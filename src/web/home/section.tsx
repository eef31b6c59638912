import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  arrows?: true
  children: ReactNode
}

/** The arrows are decoration. */
export function Section({ title, arrows, children }: SectionProps) {
  const id = useId()
  return (
    <section className="page-width mt-16" aria-labelledby={id}>
      <div className="mb-8 flex items-end justify-between gap-4">
        <h2 id={id} className="section-title">
          {title}
        </h2>
        {arrows && (
          <span aria-hidden="true" className="flex gap-2 text-muted">
            <Arrow path="M12 4l-6 6 6 6" />
            <Arrow path="M8 4l6 6-6 6" />
          </span>
        )}
      </div>
      {children}
    </section>
  )
}

function Arrow({ path }: { path: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      className="size-9 rounded-field border border-base-300 fill-none stroke-current p-2"
      strokeWidth="2"
    >
      <path d={path} />
    </svg>
  )
}
