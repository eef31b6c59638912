import type { ReactNode } from 'react'

interface BarRow {
  key: string
  label: ReactNode
  value: number
  text: string
  note?: string
}

interface BarTableProps {
  title: string
  heads: readonly [label: string, value: string]
  rows: readonly BarRow[]
  empty?: string
}

export function BarTable({ title, heads, rows, empty }: BarTableProps) {
  const max = Math.max(...rows.map(({ value }) => value), 0)
  return (
    <section className="grid content-start gap-3">
      <h2 className="font-display text-2xl">{title}</h2>
      {rows.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <table className="w-full table-fixed text-sm" aria-label={title}>
          <thead>
            <tr className="border-b border-base-300 text-muted">
              <th scope="col" className="w-3/5 py-1 text-start font-normal">
                {heads[0]}
              </th>
              <th scope="col" className="py-1 text-end font-normal">
                {heads[1]}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, value, text, note }) => (
              <tr key={key} className="border-b border-base-300">
                <th scope="row" className="py-2 pe-3 text-start font-semibold wrap-anywhere">
                  {label}
                  <span
                    aria-hidden="true"
                    className="mt-1 block h-1.5 rounded-full bg-primary"
                    style={{ width: `${max > 0 ? Math.max(0, (100 * value) / max) : 0}%` }}
                  />
                </th>
                <td className="py-2 text-end align-top tabular-nums">
                  <span className="block text-base">{text}</span>
                  {note && <span className="block text-muted">{note}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
