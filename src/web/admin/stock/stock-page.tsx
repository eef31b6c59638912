import { Link } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import type { Stock } from '#contract/schemas/admin/stock.ts'
import { clientContext } from '#web/context.ts'
import { CursorLinks } from '#web/paged-list/cursor-links.tsx'
import { DayPlot } from '#web/plots/day-plot.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { ProductImage } from '#web/ui/images/product-image.tsx'
import { formatCount } from '#web/ui/text/format-count.ts'
import { toast } from '#web/ui/toast.tsx'
import { FigureList } from '#web/widgets/figure-list.tsx'
import type { Route } from './+types/stock-page'
import { MovementTable } from './movement-table.tsx'
import { readAdjustment, StockForm } from './stock-form.tsx'

const pageSize = 50
const dayCount = 90

export async function clientLoader({ request, context, params }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const [stock, movements] = await Promise.all([
    getOrNotFound(client.getStock({ params, query: { days: dayCount } }), 'tool'),
    getOrNotFound(client.listStockMovements({ params, query: { limit: pageSize, cursor } }), 'tool'),
  ])
  return { stock, movements, isLater: cursor !== undefined }
}

export async function clientAction({ request, context, params }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const { adjustmentId, body } = readAdjustment(await request.formData())
  try {
    await context.get(clientContext).adjustStock({ params: { id: params.id, adjustmentId }, body })
  } catch (error) {
    return { errors: toFieldErrors(error), failure: toErrorMessage(error) }
  }
  toast('success', 'The stock is changed')
  return { saved: adjustmentId }
}

export const meta = titleMeta('Stock')

export default function StockPage({ loaderData: { stock, movements, isLater }, actionData }: Route.ComponentProps) {
  const { days } = stock
  const listed = (key: 'closing' | 'sold' | 'received') => days.map(day => day[key])
  return (
    <section className="grid gap-8">
      <header className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1">
        <ProductImage src={stock.image} alt="" sizes="80px" className="row-span-2 w-20 rounded-field" />
        <h1 className="section-title self-end">Stock of {stock.name}</h1>
        <p className="flex flex-wrap gap-x-4 self-start text-muted">
          {stock.sku}
          <Link to=".." relative="path" className="link">
            Edit the product
          </Link>
          <Link to="/dashboard/manageProducts" className="link">
            All tools
          </Link>
        </p>
      </header>
      <Figures stock={stock} />
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <DayPlot
          title={`Available at the end of each day, ${dayCount} days`}
          days={days.map(({ day }) => day)}
          series={[
            { name: 'available', values: listed('closing') },
            { name: 'sold', values: listed('sold') },
            { name: 'received', values: listed('received') },
          ]}
          format={formatNumber}
        />
        <StockForm stock={stock} actionData={actionData} />
      </div>
      <section className="grid gap-4">
        <h2 className="font-display text-2xl">History</h2>
        {movements.length > 0 ? <MovementTable movements={movements} /> : <p>There is nothing older.</p>}
        <CursorLinks
          first={isLater ? ['?', 'Newest'] : undefined}
          next={movements.length === pageSize ? [`?cursor=${movements.at(-1)?._id}`, 'Older'] : undefined}
        />
      </section>
    </section>
  )
}

function Figures({ stock: { available, allocated, onShelf, days } }: { stock: Stock }) {
  const sold = days.reduce((sum, day) => sum + day.sold, 0)
  const cover = sold > 0 ? Math.floor((available * days.length) / sold) : undefined
  const figures = [
    ['Available', formatNumber(available), 'free to be ordered'],
    ['In orders', formatNumber(allocated), 'to be shipped'],
    ['On the shelf', formatNumber(onShelf), 'both together'],
    [`Sold in ${days.length} days`, formatNumber(sold), 'without cancelled orders'],
    ['Lasts', cover === undefined ? '–' : formatCount(cover, ['day', 'days']), 'if sales continue at this rate'],
  ] as const
  return <FigureList figures={figures.map(([name, value, note]) => ({ name, value, note }))} />
}
