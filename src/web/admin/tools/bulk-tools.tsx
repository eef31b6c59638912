import type { Client } from '#contract/client.ts'
import type { ListedTool } from '#contract/schemas/tools.ts'
import { runBulkAction } from '#web/admin/run-bulk-action.ts'
import type { BulkActions, BulkOutcome } from '#web/paged-list/bulk-actions.ts'
import { changePrices, PriceChange } from './price-change.tsx'

export const bulkTools: BulkActions<ListedTool> = {
  toName: ({ name }) => name,
  toFullName: ({ name }) => `${name}:`,
  actions: [
    {
      intent: 'changePrices',
      name: 'Change prices',
      className: 'btn-primary',
      notDone: ['has its old price', 'have their old prices'],
      question: {
        verb: 'change the prices of',
        tone: 'primary',
        fields: tools => <PriceChange tools={tools} />,
      },
    },
    {
      intent: 'discontinue',
      name: 'Discontinue',
      className: 'btn-quiet',
      notDone: ['was not discontinued', 'were not discontinued'],
      question: { verb: 'discontinue', detail: 'They are sold until their stock is gone.' },
    },
    {
      intent: 'restore',
      name: 'Put back on sale',
      className: 'btn-quiet',
      notDone: ['was not put back on sale', 'were not put back on sale'],
    },
  ],
  exports: [['tools', 'Export']],
}

const texts = {
  discontinue: { done: 'discontinued', already: 'discontinued already' },
  restore: { done: 'back on sale', already: 'on sale already' },
} as const

export function actOnTools(client: Client, form: FormData): Promise<BulkOutcome> {
  if (form.get('intent') === 'changePrices') return changePrices(client, form)
  const action = form.get('intent') === 'restore' ? 'restore' : 'discontinue'
  const call = client.actOnTools({ body: { action, ids: form.getAll('ids').map(String) } })
  return runBulkAction(call, { nouns: ['tool', 'tools'], ...texts[action] })
}
