import type { Client } from '#contract/client.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { runBulkAction } from '#web/admin/run-bulk-action.ts'
import type { BulkActions, BulkOutcome } from '#web/paged-list/bulk-actions.ts'

export const bulkTools: BulkActions<Tool> = {
  toName: ({ name }) => name,
  toFullName: ({ name }) => `${name}:`,
  actions: [
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
  const action = form.get('intent') === 'restore' ? 'restore' : 'discontinue'
  const call = client.actOnTools({ body: { action, ids: form.getAll('ids').map(String) } })
  return runBulkAction(call, { nouns: ['tool', 'tools'], ...texts[action] })
}
