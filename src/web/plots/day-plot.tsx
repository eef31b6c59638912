import { type ScaleBand, type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import { formatMonthDay } from '#web/ui/text/format-time.ts'

interface Series {
  name: string
  values: readonly number[]
}

interface DayPlotProps {
  title: string
  days: readonly string[]
  /** Only the first series is drawn; the table has all of them. */
  series: readonly [Series, ...Series[]]
  format: (value: number) => string
  /** Bars show the sum of a day, a line the state at its end. */
  shape?: 'line' | 'bars'
}

// The plot is stretched to the page's width, so its texts are HTML.
const width = 1000
const height = 200
const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })

export function DayPlot({ title, days, series, format, shape = 'line' }: DayPlotProps) {
  const [{ values }] = series
  const x = scaleBand(days, [0, width])
  const lowest = Math.min(0, ...values)
  const [, highest = 1] = scaleLinear([lowest, Math.max(1, ...values)], [height, 0])
    .nice(4)
    .domain()
  const y = scaleLinear([lowest, highest], [height, 0])
  const ticks = y.ticks(4).filter(Number.isInteger)
  const describe = (index: number) =>
    series.map(({ name, values: own }) => `${name} ${format(own[index] ?? 0)}`).join(', ')
  return (
    <figure className="grid gap-3">
      <figcaption className="font-display text-2xl text-balance">{title}</figcaption>
      <div className="grid grid-cols-[auto_1fr] gap-x-2 text-sm text-muted tabular-nums" aria-hidden="true">
        <div className="relative w-12">
          {ticks.map(tick => (
            <span
              key={tick}
              className="absolute end-0 -translate-y-1/2 whitespace-nowrap"
              style={{ top: `${(100 * y(tick)) / height}%` }}
            >
              {compact.format(tick)}
            </span>
          ))}
        </div>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="h-52 w-full overflow-visible">
          {ticks.map(tick => (
            <line
              key={tick}
              x2={width}
              y1={y(tick)}
              y2={y(tick)}
              className="stroke-base-300"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {shape === 'bars' ? (
            <Bars days={days} values={values} x={x} y={y} />
          ) : (
            <Steps days={days} values={values} x={x} y={y} />
          )}
          {days.map((day, index) => (
            <rect
              key={day}
              x={x(day)}
              width={x.step()}
              height={height}
              className="fill-transparent hover:fill-base-content/10"
            >
              <title>{`${formatMonthDay(day)}: ${describe(index)}`}</title>
            </rect>
          ))}
        </svg>
        <div className="relative col-start-2 mt-1 h-5">
          {pickTicks(days).map((day, index) => (
            <span
              key={day}
              className={`absolute whitespace-nowrap ${day === days.at(-1) ? '' : '-translate-x-1/2'} ${index % 2 === 1 ? 'max-sm:hidden' : ''}`}
              style={
                day === days.at(-1) ? { right: 0 } : { left: `${(100 * ((x(day) ?? 0) + x.step() / 2)) / width}%` }
              }
            >
              {formatMonthDay(day)}
            </span>
          ))}
        </div>
      </div>
      <details>
        <summary className="link cursor-pointer">Figures as a table</summary>
        <FigureTable title={title} days={days} series={series} format={format} />
      </details>
    </figure>
  )
}

interface ShapeProps {
  days: readonly string[]
  values: readonly number[]
  x: ScaleBand<string>
  y: ScaleLinear<number, number>
}

function Steps({ days, values, x, y }: ShapeProps) {
  const points = days.map((day, index): [number, number] => [x(day) ?? 0, y(values[index] ?? 0)])
  const [, top = height] = points.at(-1) ?? []
  points.push([width, top])
  return (
    <>
      <path d={area().y0(height).curve(curveStepAfter)(points) ?? ''} className="fill-primary/25" />
      <path
        d={line().curve(curveStepAfter)(points) ?? ''}
        className="fill-none stroke-primary stroke-2"
        vectorEffect="non-scaling-stroke"
      />
    </>
  )
}

function Bars({ days, values, x, y }: ShapeProps) {
  return days.map((day, index) => {
    const [from, to] = [y(0), y(values[index] ?? 0)]
    return (
      <rect
        key={day}
        x={(x(day) ?? 0) + x.step() * 0.1}
        width={x.step() * 0.8}
        y={Math.min(from, to)}
        height={Math.abs(from - to)}
        className="fill-[light-dark(var(--accent-in-plots),var(--accent-on-dark))]"
      />
    )
  })
}

function pickTicks(days: readonly string[]): string[] {
  const step = days.length <= 10 ? 1 : Math.ceil(days.length / 49) * 7
  return days.filter((_, index) => (days.length - 1 - index) % step === 0)
}

function FigureTable({ title, days, series, format }: Pick<DayPlotProps, 'title' | 'days' | 'series' | 'format'>) {
  return (
    <table className="mt-3 w-full max-w-xl text-sm tabular-nums" aria-label={title}>
      <thead>
        <tr className="border-b border-base-300 text-end">
          <th scope="col" className="py-1 text-start">
            Day
          </th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className="py-1 text-end">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days
          .map((day, index) => (
            <tr key={day} className="border-b border-base-300">
              <th scope="row" className="py-1 text-start font-normal">
                {formatMonthDay(day)}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="py-1 text-end">
                  {format(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))
          .reverse()}
      </tbody>
    </table>
  )
}
