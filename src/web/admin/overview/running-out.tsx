import { Link } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import type { Overview } from '#contract/schemas/admin/overview.ts'
import { formatCount } from '#web/ui/text/format-count.ts'
import { CardTable } from '#web/widgets/card-table.tsx'

export function RunningOut({ tools }: { tools: Overview['runningOut'] }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-display text-2xl">To restock</h2>
      <p className="text-muted">
        Tools below their minimum order, then those that last 30 days or less if they sell as in the last 30 days.
      </p>
      {tools.length > 0 && (
        <CardTable
          rows={tools}
          columns={[
            {
              name: 'Tool',
              cell: ({ _id, name, sku }) => (
                <div>
                  <Link to={`/dashboard/manageProducts/${_id}/stock`} className="link font-semibold">
                    {name}
                  </Link>
                  <small className="block text-muted">{sku}</small>
                </div>
              ),
              className: 'wrap-anywhere',
            },
            {
              name: 'Available',
              cell: ({ available, minimum }) => (
                <span className={available < minimum ? 'font-semibold text-error' : ''}>{formatNumber(available)}</span>
              ),
              numeric: true,
            },
            { name: 'Minimum order', cell: ({ minimum }) => formatNumber(minimum), numeric: true },
            { name: 'Sold in 30 days', cell: ({ sold }) => formatNumber(sold), numeric: true },
            {
              name: 'Lasts',
              cell: ({ daysLeft }) => daysLeft !== null && formatCount(daysLeft, ['day', 'days']),
              numeric: true,
            },
          ]}
        />
      )}
    </section>
  )
}
