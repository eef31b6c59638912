import { type ReactNode, useState } from 'react'
import { useFetcher } from 'react-router'
import type { ActionResult } from '#contract/schemas/admin/bulk-actions.ts'
import { formatCount } from '#web/ui/text/format-count.ts'
import { CardTable, type CardTableProps } from '#web/widgets/card-table.tsx'
import type { BulkAction, BulkActions, BulkOutcome, RefusedRows } from './bulk-actions.ts'
import type { ListSearch } from './list-search.ts'
import { SelectionBar } from './selection-bar.tsx'
import { SelectAllBox, SelectBox } from './selection-boxes.tsx'
import { useSelection } from './use-selection.ts'

interface SelectableRowsProps<Row> {
  table: CardTableProps<Row>
  nouns: readonly [singular: string, plural: string]
  search: ListSearch
  bulk: BulkActions<Row>
  empty: ReactNode
}

export function SelectableRows<Row extends { _id: string }>({
  table,
  nouns,
  search,
  bulk,
  empty,
}: SelectableRowsProps<Row>) {
  const { rows } = table
  const selection = useSelection(rows)
  const fetcher = useFetcher<BulkOutcome>()
  const [refused, setRefused] = useState<RefusedRows>()
  const [submitted, setSubmitted] = useState<Submitted>()
  const [shownOutcome, setShownOutcome] = useState(fetcher.data)
  if (fetcher.data !== shownOutcome) {
    setShownOutcome(fetcher.data)
    if (fetcher.data?.results && submitted) {
      const next = listRefused(fetcher.data.results, submitted, nouns)
      setRefused(next)
      selection.keep(next?.rows.map(({ id }) => id) ?? [])
    }
  }

  async function run(action: BulkAction<Row>, fields?: FormData) {
    setSubmitted({ action, names: new Map(rows.map(row => [row._id, bulk.toFullName(row)])) })
    const form = fields ?? new FormData()
    form.set('intent', action.intent)
    for (const id of selection.ids) form.append('ids', id)
    await fetcher.submit(form, { method: 'post' })
  }

  return (
    <div>
      {rows.length > 0 ? (
        <CardTable
          {...table}
          selector={{
            head: <SelectAllBox selection={selection} count={rows.length} />,
            cell: row => <SelectBox selection={selection} id={row._id} name={bulk.toName(row)} />,
          }}
        />
      ) : (
        empty
      )}
      <SelectionBar
        selection={selection}
        rows={rows.filter(row => selection.isSelected(row._id))}
        nouns={nouns}
        search={search}
        bulk={bulk}
        refused={refused}
        outcome={fetcher.data}
        busy={fetcher.state !== 'idle'}
        onRun={run}
        onDismiss={() => setRefused(undefined)}
      />
    </div>
  )
}

/** Names are stored at submit, since rows may leave the list. */
interface Submitted {
  action: Pick<BulkAction, 'notDone'>
  names: ReadonlyMap<string, string>
}

function listRefused(
  results: readonly ActionResult[],
  { action, names }: Submitted,
  nouns: readonly [string, string],
): RefusedRows | undefined {
  const rows = results.flatMap(result =>
    result.outcome === 'refused' ? [{ id: result.id, name: names.get(result.id) ?? '', detail: result.detail }] : [],
  )
  if (rows.length === 0) return undefined
  return { title: `${formatCount(rows.length, nouns)} ${action.notDone[rows.length === 1 ? 0 : 1]}`, rows }
}
