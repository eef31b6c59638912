import type { ReactNode } from 'react'

interface Figure {
  name: string
  value: string
  note: ReactNode
}

export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-box border border-base-300 bg-base-300">
      {figures.map(({ name, value, note }) => (
        <div key={name} className="min-w-min grow wrap-normal basis-36 sm:basis-[30%] lg:basis-36 bg-base-100 p-4">
          <dt className="text-muted">{name}</dt>
          <dd className="font-display text-2xl tabular-nums sm:text-3xl">{value}</dd>
          <dd className="text-sm text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
