import type { KeyboardEvent } from 'react'
import type { Client } from '#contract/client.ts'
import type { Order } from '#contract/schemas/orders.ts'
import { isToShip } from '#contract/states/order-status.ts'
import { runBulkAction } from '#web/admin/run-bulk-action.ts'
import { DocumentButton } from '#web/orders/document-button.tsx'
import { CarrierField } from '#web/orders/fulfilment/tracking-fields.tsx'
import type { BulkActions, BulkOutcome } from '#web/paged-list/bulk-actions.ts'
import { apiClient } from '#web/session/api-client.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { formatCount } from '#web/ui/text/format-count.ts'
import { toast } from '#web/ui/toast.tsx'

export const bulkOrders: BulkActions<Order> = {
  toName: ({ number }) => `order ${number}`,
  toFullName: ({ number, toolName, userName }) => `${number}, ${toolName}, ${userName}:`,
  actions: [
    {
      intent: 'deliver',
      name: 'Deliver',
      className: 'btn-primary',
      notDone: ['was not delivered', 'were not delivered'],
      question: {
        verb: 'deliver',
        detail: 'All that is left of them is marked as shipped, and their buyers are mailed.',
        tone: 'primary',
        fields: (orders, errors) => <Parcels orders={orders} errors={errors} />,
      },
    },
    {
      intent: 'cancel',
      name: 'Cancel',
      className: 'btn-delete',
      notDone: ['was not cancelled', 'were not cancelled'],
      question: { verb: 'cancel', detail: 'Held pieces go back into the stock, and the buyers are mailed.' },
    },
  ],
  documents: ids => (
    <>
      <DocumentButton load={() => print('packingSlip', ids)}>Packing slips (PDF)</DocumentButton>
      <DocumentButton load={() => print('invoice', ids)}>Invoices (PDF)</DocumentButton>
    </>
  ),
  exports: [
    ['orders', 'Export'],
    ['orderLines', 'Export lines'],
  ],
}

async function print(kind: 'invoice' | 'packingSlip', ids: readonly string[]) {
  const printed = await apiClient.printOrders({ body: { kind, ids: [...ids] } })
  const [one, many] = kind === 'invoice' ? ['invoice', 'invoices'] : ['packing slip', 'packing slips']
  toast('success', `${formatCount(printed.count, [one, many])} of ${formatCount(ids.length, ['order', 'orders'])}`)
  return printed
}

const texts = {
  deliver: { done: 'marked as shipped', already: 'delivered already' },
  cancel: { done: 'cancelled', already: 'cancelled already' },
} as const

export function readParcel(form: FormData, id: string) {
  const read = (name: string) => String(form.get(name) ?? '').trim()
  return { carrier: read('carrier'), trackingNumber: read(`trackingNumber.${id}`) }
}

export const toParcelErrors = (errors: Readonly<Record<string, string>>, id: string) =>
  Object.fromEntries(Object.entries(errors).map(([field, message]) => [`tracking.${id}.${field}`, message]))

export function actOnOrders(client: Client, form: FormData): Promise<BulkOutcome> {
  const action = form.get('intent') === 'cancel' ? 'cancel' : 'deliver'
  const ids = form.getAll('ids').map(String)
  const tracking = Object.fromEntries(ids.map(id => [id, readParcel(form, id)]))
  const call = client.actOnOrders({ body: { action, ids, ...(action === 'deliver' && { tracking }) } })
  return runBulkAction(call, { nouns: ['order', 'orders'], ...texts[action] })
}

/** Scanners send Enter after a number: it goes on to the next field, and only the last one ships. */
function goToNextField(event: KeyboardEvent<HTMLDivElement>) {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  const fields = [...event.currentTarget.querySelectorAll('input')]
  const next = fields[fields.indexOf(event.target) + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface ParcelsProps {
  orders: readonly Order[]
  errors: Readonly<Record<string, string>>
}

export function Parcels({ orders: chosen, errors }: ParcelsProps) {
  const orders = chosen.filter(isToShip)
  if (orders.length === 0) return null
  const others = chosen.filter(order => !isToShip(order)).map(({ number }) => number)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of its fields
    <div className="-m-1 grid max-h-[50vh] gap-2 overflow-y-auto p-1 text-sm" onKeyDown={goToNextField}>
      {others.length > 0 && <p>Not to be shipped, and left out: {others.join(', ')}.</p>}
      <CarrierField error={errors[`tracking.${orders[0]?._id}.carrier`]} />
      {orders.map(({ _id, number, userName, address }) => (
        <Field
          key={_id}
          label={`Tracking number of ${number}, ${userName}`}
          name={`trackingNumber.${_id}`}
          hint={address.split('\n').join(', ')}
          error={errors[`tracking.${_id}.trackingNumber`]}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
    </div>
  )
}
