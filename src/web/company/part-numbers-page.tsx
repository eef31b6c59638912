import { useFetcher } from 'react-router'
import type { PartNumber } from '#contract/schemas/prices.ts'
import { clientContext } from '#web/context.ts'
import type { ListColumns } from '#web/paged-list/list-columns.ts'
import { loadList } from '#web/paged-list/load-list.ts'
import { PagedList } from '#web/paged-list/paged-list.tsx'
import { readMembership } from '#web/prices/read-membership.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { FormError, TextArea } from '#web/ui/forms/field.tsx'
import { formatCount } from '#web/ui/text/format-count.ts'
import { toast } from '#web/ui/toast.tsx'
import { Crumb } from '#web/widgets/crumb.tsx'
import { RowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/part-numbers-page'

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const { role } = await readMembership(client)
  const maySet = role === 'buyer' || role === 'manager'
  const list = await loadList(request, maySet ? columns : columns.slice(0, -1), {
    list: query => client.listPartNumbers({ query }),
    count: query => client.countPartNumbers({ query }),
  })
  return { list, maySet }
}

/** At a tab, else at the last semicolon or comma, else at the last space. */
function splitRow(row: string): string[] {
  const [, number = row, sku = ''] =
    /^(.*?)\t+(.*)$/.exec(row) ?? /^(.*)[;,]\s*(\S+)$/.exec(row) ?? /^(.*)\s+(\S+)$/.exec(row) ?? []
  return [number.trim(), sku.trim()]
}

/** Two columns, as they are copied from a spreadsheet: the part number, then the SKU. */
function readLines(text: string): { lines: { number: string; sku: string }[] } | { problem: string } {
  const rows = text
    .split('\n')
    .map(row => row.trim())
    .filter(Boolean)
  const lines = rows.map(splitRow)
  const odd = lines.find(cells => cells.length !== 2 || cells.includes(''))
  if (odd) return { problem: `“${odd.join(' ')}” needs two columns: your part number, and our SKU.` }
  return { lines: lines.map(([number = '', sku = '']) => ({ number, sku })) }
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const form = await request.formData()
  const removed = form.get('removed')
  const read =
    removed === null ? readLines(String(form.get('lines') ?? '')) : { lines: [{ number: String(removed), sku: '' }] }
  if ('problem' in read) return { failure: read.problem }
  if (read.lines.length === 0) return { failure: 'Paste at least one row.' }
  try {
    await context.get(clientContext).setPartNumbers({ body: read })
  } catch (error) {
    const failure = [...new Set(Object.values(toFieldErrors(error)))].slice(0, 3).join(' ') || toErrorMessage(error)
    if (removed !== null) toast('error', failure)
    return { failure }
  }
  toast(
    'success',
    removed === null
      ? `${formatCount(read.lines.length, ['part number is', 'part numbers are'])} set`
      : 'The part number is removed',
  )
  return { saved: createId() }
}

export const meta = titleMeta('Part numbers')

const columns: ListColumns<PartNumber, 'listPartNumbers'> = [
  {
    name: 'Your number',
    cell: ({ number }) => <span className="font-semibold wrap-anywhere">{number}</span>,
    card: 'title',
  },
  { name: 'SKU', cell: ({ sku }) => sku, card: 'status' },
  {
    name: 'Tool',
    cell: ({ toolName }) => (
      <span dir="auto" className="wrap-anywhere">
        {toolName}
      </span>
    ),
    card: 'text',
  },
  {
    name: 'Actions',
    cell: ({ number }) => (
      <RowAction fields={{ removed: number }} label={`Remove ${number}`} className="btn-delete">
        Remove
      </RowAction>
    ),
    card: 'action',
  },
]

export default function PartNumbers({ loaderData: { list, maySet } }: Route.ComponentProps) {
  const fetcher = useFetcher<{ failure?: string; saved?: string }>()
  const { failure, saved } = fetcher.data ?? {}
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Crumb to="/dashboard/company">My Company</Crumb>
      <PagedList
        title="Part numbers"
        nouns={['part number', 'part numbers']}
        searchHint="Number, SKU or tool"
        list={list}
        columns={maySet ? columns : columns.slice(0, -1)}
      />
      {maySet && (
        <fetcher.Form key={saved} method="post" noValidate className="grid max-w-xl gap-3">
          <TextArea
            label="Add or change part numbers"
            name="lines"
            rows={4}
            spellCheck={false}
            placeholder={'4711\tCS-185\n4712\tEBL-600'}
            hint="Two columns: your number, and our SKU. Quick order, cart and invoices know them then."
          />
          <FormError>{failure}</FormError>
          <SubmitButton busy={fetcher.state !== 'idle'} className="btn btn-quiet justify-self-start">
            Save
          </SubmitButton>
        </fetcher.Form>
      )}
    </div>
  )
}
