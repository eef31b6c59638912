import { useState } from 'react'
import { Link, redirect, useFetcher } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { money } from '#contract/rules.ts'
import { isAdmin, signedIn } from '#web/account/guards.ts'
import { failureOf } from '#web/frame/failure.ts'
import { titled } from '#web/meta.ts'
import { Confirm } from '#web/ui/dialog.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/my-orders'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const session = await signedIn(request)
  const { account, api } = session
  const [admin, orders] = await Promise.all([isAdmin(session), api.listOrders({ query: { email: account.email } })])
  if (admin) throw redirect('/dashboard/profile')
  return orders
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { api } = await signedIn(request)
  const form = await request.formData()
  try {
    await api.cancelOrder({ params: { id: String(form.get('id')) } })
  } catch (error) {
    toast('error', failureOf(error))
  }
  return null
}

export const meta = titled('My Orders')

export default function MyOrders({ loaderData: orders }: Route.ComponentProps) {
  const fetcher = useFetcher()
  const [asked, setAsked] = useState<string>()
  const busy = fetcher.state !== 'idle'

  async function cancel(id: string) {
    await fetcher.submit({ id }, { method: 'post' })
    setAsked(undefined)
  }

  return (
    <section>
      <h1 className="section-title mb-6">My Orders</h1>
      {orders.length === 0 ? (
        <div className="grid justify-items-start gap-4 rounded-box border border-base-300 bg-base-100 p-6">
          <p>You have no orders yet.</p>
          <Link to="/shop" className="btn btn-primary">
            Shop Now
          </Link>
        </div>
      ) : (
        <OrdersTable orders={orders} onCancel={setAsked} />
      )}
      {asked && (
        <Confirm
          question="Are you sure to cancel this order?"
          busy={busy}
          onYes={() => cancel(asked)}
          onNo={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

const columns = ['SL no.', 'Tool Name', 'Price Per Unit', 'Quantity', 'Payment', 'XID', 'Cancel Order'] as const

function OrdersTable({ orders, onCancel }: { orders: readonly Order[]; onCancel: (id: string) => void }) {
  return (
    <table className="card-table">
      <thead>
        <tr>
          {columns.map(column => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order, index) => (
          <tr key={order._id}>
            <td data-label={columns[0]}>{index + 1}</td>
            <td data-label={columns[1]} className="font-semibold">
              {order.toolName}
            </td>
            <td data-label={columns[2]}>{money(order.price)}</td>
            <td data-label={columns[3]}>{order.quantity}</td>
            <td data-label={columns[4]}>
              {order.paid ? (
                <strong className="flex gap-1 text-success">
                  <Mark kind="success" /> Paid
                </strong>
              ) : (
                <Link
                  to={`/dashboard/payment/${order._id}`}
                  className="btn btn-primary btn-sm"
                  aria-label={`Pay for ${order.toolName}`}
                >
                  Pay
                </Link>
              )}
            </td>
            <td data-label={columns[5]} className="break-all">
              {order.transactionId ?? '–'}
            </td>
            <td data-label={columns[6]}>
              {order.paid ? (
                'Order request accepted'
              ) : (
                <button
                  type="button"
                  className="btn btn-outline btn-error btn-sm"
                  onClick={() => onCancel(order._id)}
                  aria-label={`Cancel the order of ${order.toolName}`}
                >
                  Cancel
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
