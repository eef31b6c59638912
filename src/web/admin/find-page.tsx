import { Link, redirect } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import { readOrderNumber } from '#contract/order-number.ts'
import { clientContext } from '#web/context.ts'
import { OrderStatusLabel } from '#web/orders/order-status.tsx'
import { readSearchText } from '#web/paged-list/list-search.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { toFieldErrors } from '#web/session/api-errors.ts'
import { formatShortDate } from '#web/ui/text/format-time.ts'
import { Money } from '#web/ui/text/money.tsx'
import { CardTable, type Column } from '#web/widgets/card-table.tsx'
import type { Route } from './+types/find-page'

const shownRows = 8

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const q = readSearchText(new URL(request.url).searchParams)
  if (q === undefined) return { ...nothing, q: '' }
  const query = { q, limit: shownRows + 1 }
  const { areas } = await client.getMembership({})
  const [seesOrders, seesAccounts, seesTools] = (['orders', 'accounts', 'catalogue'] as const).map(area =>
    areas.includes(area),
  )
  const found = await Promise.all([
    seesOrders ? client.listAllOrders({ query }) : [],
    seesOrders || seesAccounts ? client.listAccounts({ query }) : [],
    seesTools ? client.listTools({ query }) : [],
    client.countTools({ query: { q } }),
  ]).catch(error => {
    const { q: problem } = toFieldErrors(error)
    if (problem === undefined) throw error
    return problem
  })
  if (typeof found === 'string') return { ...nothing, q, problem: found }
  const [orders, users, listedTools, { similar }] = found
  const isElsewhere = orders.length + users.length > 0
  const tools = similar && isElsewhere ? [] : listedTools
  const numbered = orders.find(({ number }) => number === readOrderNumber(q))
  const pages = [
    ...(numbered ? [numbered] : orders).map(({ _id }) => `/dashboard/orders/${_id}`),
    ...users.map(({ _id }) => `/dashboard/users/${_id}`),
    ...tools.map(({ _id }) => `/dashboard/manageProducts/${_id}`),
  ]
  const [only] = pages
  if (only !== undefined && (numbered || (pages.length === 1 && !(similar && tools.length > 0)))) throw redirect(only)
  return { q, orders, users, tools, problem: undefined }
}

const nothing = { orders: [], users: [], tools: [], problem: undefined }

export const meta = titleMeta('Find')

export default function FindPage({ loaderData: { q, orders, users, tools, problem } }: Route.ComponentProps) {
  const hasNone = orders.length + users.length + tools.length === 0
  return (
    <section className="grid gap-4">
      <h1 className="section-title">{q === '' ? 'Find an order, customer or tool' : `Found for “${q}”`}</h1>
      {hasNone && (
        <p>
          {q === ''
            ? 'Type a name, an email, a number, a phone, a town or a SKU into the field above.'
            : (problem ??
              'Nothing fits. Orders are found by buyer, address, phone, tool, PO, tracking and payment; customers by email and name; tools by name, SKU and brand.')}
        </p>
      )}
      <ResultTable
        title="Orders"
        all={`/dashboard/manageAllOrders?${new URLSearchParams({ q })}`}
        rows={orders}
        columns={[
          {
            name: 'Order no.',
            cell: ({ _id, number }) => (
              <Link to={`/dashboard/orders/${_id}`} className="link font-semibold">
                {number}
              </Link>
            ),
            card: 'title',
          },
          { name: 'Buyer', cell: ({ userName }) => userName, card: 'text' },
          { name: 'Tools', cell: ({ toolName }) => toolName },
          { name: 'Status', cell: order => <OrderStatusLabel order={order} />, card: 'status' },
          { name: 'Placed', cell: ({ placedAt }) => formatShortDate(placedAt), card: 'note' },
          { name: 'Total', cell: ({ totalPrice }) => <Money of={totalPrice} />, numeric: true, card: 'amount' },
        ]}
      />
      <ResultTable
        title="Customers"
        all={`/dashboard/users?${new URLSearchParams({ q })}`}
        rows={users}
        columns={[
          {
            name: 'Email',
            cell: ({ _id, email }) => (
              <Link to={`/dashboard/users/${_id}`} className="link font-semibold">
                {email}
              </Link>
            ),
            card: 'title',
          },
          { name: 'Name', cell: ({ name }) => name, card: 'text' },
        ]}
      />
      <ResultTable
        title="Tools"
        all={`/dashboard/manageProducts?${new URLSearchParams({ q })}`}
        rows={tools}
        columns={[
          {
            name: 'Tool Name',
            cell: ({ _id, name }) => (
              <Link to={`/dashboard/manageProducts/${_id}`} className="link font-semibold">
                {name}
              </Link>
            ),
            card: 'title',
          },
          { name: 'SKU', cell: ({ sku }) => sku, card: 'text' },
          { name: 'Available', cell: ({ available }) => formatNumber(available), numeric: true },
          { name: 'Price', cell: ({ price }) => <Money of={price} />, numeric: true, card: 'amount' },
        ]}
      />
    </section>
  )
}

interface ResultTableProps<Row> {
  title: string
  all: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
}

function ResultTable<Row extends { _id: string }>({ title, all, rows, columns }: ResultTableProps<Row>) {
  if (rows.length === 0) return null
  return (
    <section className="grid gap-2">
      <div className="flex items-baseline gap-4">
        <h2 className="text-xl">{title}</h2>
        {rows.length > shownRows && (
          <Link to={all} className="link text-sm">
            Show all
          </Link>
        )}
      </div>
      <CardTable rows={rows.slice(0, shownRows)} columns={columns} />
    </section>
  )
}
