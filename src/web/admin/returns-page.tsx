import { Link } from 'react-router'
import type { ListedReturn } from '#contract/schemas/fulfilment.ts'
import { clientContext } from '#web/context.ts'
import { ReturnStatus } from '#web/orders/return-status.tsx'
import type { ListColumns } from '#web/paged-list/list-columns.ts'
import { loadList } from '#web/paged-list/load-list.ts'
import { PagedList } from '#web/paged-list/paged-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { formatTime } from '#web/ui/text/format-time.ts'
import type { Route } from './+types/returns-page'

export function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  return loadList(request, columns, {
    list: query => client.listReturns({ query }),
    count: query => client.countReturns({ query }),
  })
}

export const meta = titleMeta('Returns')

const columns: ListColumns<ListedReturn, 'listReturns'> = [
  { name: 'SL no.', cell: (_, number) => number, numeric: true },
  {
    name: 'Order',
    cell: ({ orderId, orderNumber, toolName }) => (
      <Link to={`/dashboard/orders/${orderId}`} className="link font-semibold">
        {orderNumber}: {toolName}
      </Link>
    ),
    className: 'min-w-40 wrap-anywhere',
  },
  { name: 'Buyer', cell: ({ userName }) => userName, className: 'wrap-anywhere' },
  { name: 'Pieces', cell: ({ pieces }) => pieces.toLocaleString('en-US'), numeric: true },
  {
    name: 'Reason',
    cell: ({ reason }) => <p className="text-sm whitespace-pre-line">{reason}</p>,
    className: 'min-w-48 wrap-anywhere',
  },
  { name: 'Asked for', cell: ({ requestedAt }) => <small>{formatTime(requestedAt)}</small> },
  {
    name: 'Status',
    filter: {
      param: 'state',
      choices: [
        ['requested', 'Asked for'],
        ['accepted', 'Accepted'],
        ['received', 'To refund'],
        ['refunded', 'Refunded'],
        ['closed', 'Closed'],
        ['refused', 'Refused'],
        ['withdrawn', 'Withdrawn'],
      ],
    },
    cell: ({ state }) => <ReturnStatus state={state} />,
  },
]

export default function ReturnsPage({ loaderData: list }: Route.ComponentProps) {
  return (
    <PagedList
      title="Returns"
      nouns={['return', 'returns']}
      searchLabel="Search by name, tool, SKU or order number"
      list={list}
      exports={[['returns', 'Export as CSV']]}
      isOldestFirst
      wide
      columns={columns}
    />
  )
}
