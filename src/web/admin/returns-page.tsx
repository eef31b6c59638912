import { Link } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import type { ListedReturn } from '#contract/schemas/fulfilment.ts'
import { canTakeReturnStep } from '#contract/states/return-steps.ts'
import { clientContext } from '#web/context.ts'
import { ReturnStatus } from '#web/orders/fulfilment/return-status.tsx'
import { AnswerForm, Photos } from '#web/orders/fulfilment/returns.tsx'
import type { ListColumns } from '#web/paged-list/list-columns.ts'
import { loadList } from '#web/paged-list/load-list.ts'
import { PagedList } from '#web/paged-list/paged-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { Cut } from '#web/ui/text/cut.tsx'
import { formatShortDate, formatTime } from '#web/ui/text/format-time.ts'
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
      <Link
        to={`/dashboard/orders/${orderId}`}
        className="link block truncate font-semibold"
        title={`${orderNumber}: ${toolName}`}
      >
        {orderNumber}: {toolName}
      </Link>
    ),
    className: 'w-[30%] max-w-0 uncut-when-open',
    card: 'title',
  },
  { name: 'Buyer', cell: ({ userName }) => <Cut>{userName}</Cut>, className: 'w-[20%] max-w-0', card: 'text' },
  {
    name: 'Pieces',
    cell: ({ pieces }) => <span data-unit={pieces === 1 ? 'piece' : 'pieces'}>{formatNumber(pieces)}</span>,
    numeric: true,
    card: 'amount',
  },
  { name: 'Reason', cell: ({ reason }) => <Cut>{reason}</Cut>, className: 'w-[34%] max-w-0 shown-when-closed' },
  {
    name: 'Requested',
    cell: ({ requestedAt }) => formatShortDate(requestedAt),
    className: 'whitespace-nowrap',
    card: 'note',
  },
  {
    name: 'Status',
    filter: {
      param: 'state',
      choices: [
        ['requested', 'Requested'],
        ['accepted', 'Accepted'],
        ['received', 'To refund'],
        ['refunded', 'Refunded'],
        ['closed', 'Closed'],
        ['refused', 'Refused'],
        ['withdrawn', 'Withdrawn'],
      ],
    },
    cell: ({ state }) => <ReturnStatus state={state} />,
    card: 'status',
  },
]

function ReturnDetails({ returned }: { returned: ListedReturn }) {
  const { orderId, reason, requestedAt, lines, images, state } = returned
  const canAnswer = canTakeReturnStep('accept', state) || canTakeReturnStep('refuse', state)
  return (
    <div className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
      <div className="grid content-start gap-2">
        <ul>
          {lines.map(({ toolId, toolName, quantity }) => (
            <li key={toolId} className="wrap-anywhere">
              {formatNumber(quantity)} × {toolName}
            </li>
          ))}
        </ul>
        <p className="max-w-prose whitespace-pre-line">{reason}</p>
        <p className="text-muted">Requested {formatTime(requestedAt)}</p>
        <Photos images={images} />
      </div>
      <div className="grid content-start justify-items-start gap-2">
        {canTakeReturnStep('receive', state) && (
          <Link to={`/dashboard/orders/${orderId}`} className="btn btn-primary btn-sm">
            Record receipt
          </Link>
        )}
        {canAnswer && <AnswerForm key={state} returnRequest={returned} action={`/dashboard/orders/${orderId}`} />}
        <Link to={`/dashboard/orders/${orderId}`} className="btn btn-quiet btn-sm">
          Open the order
        </Link>
      </div>
    </div>
  )
}

export default function ReturnsPage({ loaderData: list }: Route.ComponentProps) {
  return (
    <PagedList
      title="Returns"
      nouns={['return', 'returns']}
      searchHint="Name, tool, SKU or order number"
      list={list}
      exports={[['returns', 'Export as CSV']]}
      isOldestFirst
      wide
      columns={columns}
      details={{
        render: returned => <ReturnDetails returned={returned} />,
        toName: ({ orderNumber }) => `the return of order ${orderNumber}`,
      }}
    />
  )
}
