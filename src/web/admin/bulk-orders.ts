import type { Client } from '#contract/client.ts'
import type { Order } from '#contract/schemas/orders.ts'
import type { BulkActions, BulkOutcome } from '#web/paged-list/bulk-actions.ts'
import { runBulkAction } from './run-bulk-action.ts'

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
  exports: [
    ['orders', 'Export'],
    ['orderLines', 'Export lines'],
  ],
}

const texts = {
  deliver: { done: 'marked as shipped', already: 'delivered already' },
  cancel: { done: 'cancelled', already: 'cancelled already' },
} as const

export function actOnOrders(client: Client, form: FormData): Promise<BulkOutcome> {
  const action = form.get('intent') === 'cancel' ? 'cancel' : 'deliver'
  const call = client.actOnOrders({ body: { action, ids: form.getAll('ids').map(String) } })
  return runBulkAction(call, { nouns: ['order', 'orders'], ...texts[action] })
}
