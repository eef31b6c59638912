import { Link } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import { countLimit } from '#contract/limits.ts'
import type { AgeGroup, Figures, Overview } from '#contract/schemas/admin/overview.ts'
import { clientContext } from '#web/context.ts'
import { hasAllAreas, useAreas } from '#web/dashboard/areas.ts'
import { BarTable } from '#web/plots/bar-table.tsx'
import { DayPlot } from '#web/plots/day-plot.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { toFieldErrors } from '#web/session/api-errors.ts'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { formatCount, formatLimited } from '#web/ui/text/format-count.ts'
import { formatFullDay } from '#web/ui/text/format-time.ts'
import { useMoney } from '#web/ui/text/money.tsx'
import { FigureList } from '#web/widgets/figure-list.tsx'
import type { Route } from './+types/overview-page'
import { FirstSteps } from './first-steps.tsx'
import { defaultDays, PeriodChoice } from './period-choice.tsx'
import { RunningOut } from './running-out.tsx'

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const params = new URL(request.url).searchParams
  const [from, to] = [params.get('from') ?? undefined, params.get('to') ?? undefined]
  const days = from === undefined && to === undefined ? Number(params.get('days') ?? defaultDays) : undefined
  try {
    return { overview: await client.getOverview({ query: { days, from, to } }), days, chosen: { from, to }, errors: {} }
  } catch (error) {
    const errors = toFieldErrors(error)
    if (Object.keys(errors).length === 0) throw error
    return { overview: await client.getOverview({}), days: defaultDays, chosen: { from, to }, errors }
  }
}

export const meta = titleMeta('Overview')

export default function OverviewPage({ loaderData: { overview, days, chosen, errors } }: Route.ComponentProps) {
  const formatMoney = useMoney()
  const { from, to } = overview
  const areas = useAreas()
  return (
    <section className="grid gap-8">
      <h1 className="section-title">Overview</h1>
      {overview.setup && hasAllAreas(areas) && <FirstSteps setup={overview.setup} />}
      <Worklists overview={overview} />
      <div className="grid gap-6">
        <PeriodChoice days={days} from={chosen.from ?? from} to={chosen.to ?? to} errors={errors} />
        <PeriodFigures overview={overview} />
      </div>
      {overview.days.length > 1 && <Plots days={overview.days} />}
      <div className="grid gap-8 md:grid-cols-2">
        <BarTable
          title="Best-selling tools"
          heads={['Tool', 'Paid']}
          empty="Nothing was paid for in this period."
          rows={overview.topTools.map(({ _id, name, isDeleted, pieces, total }) => ({
            key: _id,
            label:
              isDeleted || !areas.includes('catalogue') ? (
                name
              ) : (
                <Link to={`/dashboard/manageProducts/${_id}/stock`} className="link">
                  {name}
                </Link>
              ),
            value: total,
            text: formatMoney(total),
            note: formatCount(pieces, ['piece', 'pieces']),
          }))}
        />
        <BarTable
          title="Best-selling brands"
          heads={['Brand', 'Paid']}
          empty="Nothing was paid for in this period."
          rows={overview.topBrands.map(({ name, pieces, total }) => ({
            key: name,
            label: name || 'No brand',
            value: total,
            text: formatMoney(total),
            note: formatCount(pieces, ['piece', 'pieces']),
          }))}
        />
      </div>
      <div className="grid gap-8 md:grid-cols-2 xl:grid-cols-3">
        <BarTable
          title="Orders by state, in this period"
          heads={['State', 'Orders']}
          rows={toStepRows(overview.figures)}
        />
        <BarTable title="Orders to be paid, now" heads={['Since', 'Orders']} rows={toAgeRows(overview.unpaid)} />
        <BarTable
          title="Orders to ship, now"
          heads={['Waiting since', 'Orders']}
          rows={toAgeRows(overview.undelivered)}
        />
      </div>
      {areas.includes('catalogue') && <RunningOut tools={overview.runningOut} />}
    </section>
  )
}

function PeriodFigures({ overview: { figures, before, from, to, timeZone } }: { overview: Overview }) {
  const { pricesIncludeTax } = usePageSettings()
  const formatMoney = useMoney()
  const list = [
    ['Revenue', 'revenue', formatMoney],
    ['Orders placed', 'placed', formatNumber],
    ['Orders paid', 'paid', formatNumber],
    ['Average order', 'averageOrder', formatMoney],
    ['New accounts', 'newAccounts', formatNumber],
  ] as const
  const days = from === to ? formatFullDay(from) : `${formatFullDay(from)} to ${formatFullDay(to)}`
  const earlier =
    before.from === before.to
      ? formatFullDay(before.from)
      : `${formatFullDay(before.from)} to ${formatFullDay(before.to)}`
  return (
    <div className="grid gap-3">
      <FigureList
        figures={list.map(([name, key, format]) => ({
          name,
          value: format(figures[key]),
          note: describeChange(figures[key], before[key], format),
        }))}
      />
      <p className="text-sm text-muted">
        {days}, against {earlier}. Days of {timeZone}. Revenue is {formatMoney(figures.payments)} paid less{' '}
        {formatMoney(figures.refunds)} refunded{pricesIncludeTax ? '.' : ', with tax; sales of tools are without.'}
      </p>
    </div>
  )
}

function Plots({ days }: { days: Overview['days'] }) {
  const formatMoney = useMoney()
  const names = days.map(({ day }) => day)
  const list = (key: 'revenue' | 'placed' | 'paid') => days.map(day => day[key])
  return (
    <div className="grid gap-8 xl:grid-cols-2">
      <DayPlot
        title="Revenue by day"
        shape="bars"
        days={names}
        series={[{ name: 'revenue', values: list('revenue') }]}
        format={formatMoney}
      />
      <DayPlot
        title="Orders placed by day"
        shape="bars"
        days={names}
        series={[
          { name: 'placed', values: list('placed') },
          { name: 'paid', values: list('paid') },
        ]}
        format={formatNumber}
      />
    </div>
  )
}

function toStepRows({ placed, paid, shipped, cancelled }: Figures) {
  const steps = { Placed: placed, Paid: paid, Shipped: shipped, Cancelled: cancelled }
  return Object.entries(steps).map(([label, value]) => ({ key: label, label, value, text: formatNumber(value) }))
}

function toAgeRows(groups: readonly AgeGroup[]) {
  return groups.map(({ upToDays, orders }, index) => {
    const since = groups[index - 1]?.upToDays ?? 0
    const label =
      upToDays === null ? `More than ${since} days` : since === 0 ? 'Less than a day' : `${since} to ${upToDays} days`
    return { key: label, label, value: orders, text: formatNumber(orders) }
  })
}

function describeChange(value: number, before: number, format: (value: number) => string): string {
  if (value === before) return 'as before'
  if (before <= 0) return `${format(before)} before`
  const percent = Math.round((100 * (value - before)) / before)
  if (percent === 0) return `about as before: ${format(before)}`
  return `${percent < 0 ? '−' : '+'}${formatNumber(Math.abs(percent))}% from ${format(before)}`
}

function Worklists({ overview: { unpaid, undelivered, work } }: { overview: Overview }) {
  const sum = (groups: readonly AgeGroup[]) => groups.reduce((total, { orders }) => total + orders, 0)
  const areas = useAreas()
  const lists = [
    ['orders', 'Orders to ship', sum(undelivered), '/dashboard/manageAllOrders?state=toShip&sort=oldest'],
    ['orders', 'Orders to be paid', sum(unpaid), '/dashboard/manageAllOrders?state=unpaid&sort=oldest'],
    ['orders', 'Orders held', work.held, '/dashboard/manageAllOrders?state=held&sort=oldest'],
    ['orders', 'Disputes and inquiries', work.disputed, '/dashboard/manageAllOrders?problem=dispute'],
    ['orders', 'Refunds that failed', work.refundsFailed, '/dashboard/manageAllOrders?problem=refundFailed'],
    ['orders', 'Returns requested', work.returnsRequested, '/dashboard/returns?state=requested'],
    ['orders', 'Returns to refund', work.returnsReceived, '/dashboard/returns?state=received'],
    ['catalogue', 'Reviews waiting', work.reviewsWaiting, '/dashboard/reviews?state=waiting'],
    ['accounts', 'Companies to review', work.companiesApplied, '/dashboard/companies?state=applied'],
    ['catalogue', 'Tools below minimum', work.belowMinimum, '/dashboard/manageProducts?orderable=false'],
  ] as const
  return (
    <nav aria-label="To do">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-5 max-sm:gap-2">
        {lists
          .filter(([area]) => areas.includes(area))
          .map(([, name, count, to]) => (
            <li key={name}>
              <Link
                to={to}
                className={`grid h-full content-start gap-1 rounded-box border border-s-4 bg-base-100 p-3 max-sm:flex max-sm:items-center max-sm:gap-3 max-sm:py-2 hover:bg-base-200 ${count > 0 ? 'border-primary' : 'border-base-300'}`}
              >
                <span className="font-display text-3xl tabular-nums">
                  {formatLimited(count, countLimit(undefined))}
                </span>
                <span className={count > 0 ? '' : 'text-muted'}>{name}</span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
