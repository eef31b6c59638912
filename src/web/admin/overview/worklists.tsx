import { Link } from 'react-router'
import { countLimit } from '#contract/limits.ts'
import type { AgeGroup, Overview } from '#contract/schemas/admin/overview.ts'

const formatLimited = (count: number) => {
  const limit = countLimit(undefined)
  return count === limit + 1 ? `${limit.toLocaleString('en-US')}+` : count.toLocaleString('en-US')
}

export function Worklists({ overview: { unpaid, undelivered, work } }: { overview: Overview }) {
  const sum = (groups: readonly AgeGroup[]) => groups.reduce((total, { orders }) => total + orders, 0)
  const lists = [
    ['Orders to deliver', sum(undelivered), '/dashboard/manageAllOrders?state=toShip&sort=oldest'],
    ['Orders to be paid', sum(unpaid), '/dashboard/manageAllOrders?state=unpaid&sort=oldest'],
    ['Orders held', work.held, '/dashboard/manageAllOrders?state=held&sort=oldest'],
    ['Orders disputed', work.disputed, '/dashboard/manageAllOrders?problem=disputed'],
    ['Refunds that failed', work.refundsFailed, '/dashboard/manageAllOrders?problem=refundFailed'],
    ['Returns requested', work.returnsRequested, '/dashboard/returns?state=requested'],
    ['Returns to refund', work.returnsReceived, '/dashboard/returns?state=received'],
    ['Reviews waiting', work.reviewsWaiting, '/dashboard/reviews?state=waiting'],
    ['Tools below minimum', work.belowMinimum, '/dashboard/manageProducts?orderable=false'],
  ] as const
  return (
    <nav aria-label="To do">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {lists.map(([name, count, to]) => (
          <li key={name}>
            <Link
              to={to}
              className={`grid h-full content-between gap-1 rounded-box border border-s-4 bg-base-100 p-3 hover:bg-base-200 ${count > 0 ? 'border-primary' : 'border-base-300'}`}
            >
              <span className="font-display text-3xl tabular-nums">{formatLimited(count)}</span>
              <span className={count > 0 ? '' : 'text-muted'}>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
