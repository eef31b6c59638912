import { useState } from 'react'
import type { ExportedList } from '#contract/schemas/admin/exports.ts'
import { saveFile } from '#web/files/save-file.ts'
import { apiClient } from '#web/session/api-client.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { ListSearch } from './list-search.ts'

/** `query` names what the list belongs to. */
export type ListExport = readonly [list: ExportedList, label: string, query?: Readonly<Record<string, string>>]

/** The browser's language is the best guess at the sign that the person's spreadsheet reads. */
const readBrowserDecimalSign = () => ((0.5).toLocaleString().includes(',') ? ',' : '.')

interface ExportButtonsProps {
  exports: readonly ListExport[]
  search: ListSearch
  selected?: readonly string[]
}

export function ExportButtons({ exports, search, selected }: ExportButtonsProps) {
  const [busy, setBusy] = useState<ExportedList>()

  async function download(list: ExportedList, query: ListExport[2]) {
    if (busy) return
    setBusy(list)
    const { q, filters, sort } = search
    try {
      const rows = selected ? { ids: selected.join(',') } : { q, ...filters }
      const csv = await apiClient.exportList({
        params: { list },
        query: { ...rows, ...query, sort, decimalSign: readBrowserDecimalSign() },
      })
      saveFile(`${list}.csv`, csv, 'text/csv')
    } catch (error) {
      toast('error', toErrorMessage(error))
    }
    setBusy(undefined)
  }

  return (
    <div className={selected ? 'contents' : 'flex gap-2'}>
      {exports.map(([list, label, query]) => (
        <Button
          key={list}
          className="btn btn-quiet btn-sm px-2 text-sm"
          aria-disabled={busy !== undefined || undefined}
          aria-busy={busy === list}
          onClick={() => download(list, query)}
        >
          {busy === list ? 'Exporting…' : label}
        </Button>
      ))}
    </div>
  )
}
