import { Link } from 'react-router'
import type { Order } from '#contract/schemas/orders.ts'
import { OrderStatusLabel } from '#web/orders/order-status.tsx'
import { formatDate } from '#web/ui/text/format-time.ts'
import { Money } from '#web/ui/text/money.tsx'
import { CardTable } from '#web/widgets/card-table.tsx'

interface NewestOrdersProps {
  orders: readonly Order[]
  /** Finds all orders. */
  q: string
  showsBuyer?: boolean
}

export function NewestOrders({ orders, q, showsBuyer = false }: NewestOrdersProps) {
  return (
    <section className="grid gap-3">
      <h2 className="font-display text-2xl">Newest orders</h2>
      {orders.length === 0 ? (
        <p className="text-muted">No orders yet.</p>
      ) : (
        <>
          <CardTable
            rows={orders}
            columns={[
              {
                name: 'Order no.',
                cell: ({ _id, number }) => (
                  <Link to={`/dashboard/orders/${_id}`} className="link">
                    {number}
                  </Link>
                ),
                numeric: true,
                card: 'note',
              },
              {
                name: 'Placed',
                cell: ({ placedAt }) => formatDate(placedAt),
                className: 'whitespace-nowrap',
                card: 'text',
              },
              ...(showsBuyer
                ? [{ name: 'Ordered by', cell: ({ userName }: Order) => userName, className: 'wrap-anywhere' }]
                : []),
              {
                name: 'Tools',
                cell: ({ _id, toolName }) => (
                  <Link to={`/dashboard/orders/${_id}`} className="link">
                    {toolName}
                  </Link>
                ),
                className: 'font-semibold wrap-anywhere',
                card: 'title',
              },
              { name: 'Total', cell: ({ totalPrice }) => <Money of={totalPrice} />, numeric: true, card: 'amount' },
              { name: 'Status', cell: order => <OrderStatusLabel order={order} />, card: 'status' },
            ]}
          />
          <p>
            <Link to={`/dashboard/manageAllOrders?${new URLSearchParams({ q })}`} className="link">
              All orders
            </Link>
          </p>
        </>
      )}
    </section>
  )
}
