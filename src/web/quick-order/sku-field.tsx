import { type FormEvent, useId, useRef, useState } from 'react'
import { apiClient } from '#web/session/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { useSuggestions } from '#web/ui/use-suggestions.ts'
import { type RequestedRow, toRequestedRow } from './resolve-rows.ts'

interface SkuFieldProps {
  busy: boolean
  isSmall: boolean
  onAdd: (rows: RequestedRow[]) => Promise<boolean>
}

export function SkuField({ busy, isSmall, onAdd }: SkuFieldProps) {
  const [sku, setSku] = useState('')
  const [quantity, setQuantity] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const tools = useSuggestions(sku.trim(), suggest) ?? []

  async function submit(event: FormEvent) {
    event.preventDefault()
    field.current?.focus()
    if (busy || sku.trim() === '') return
    if (!(await onAdd([toRequestedRow(sku.trim(), quantity.trim())]))) return
    setSku('')
    setQuantity('')
  }

  const height = isSmall ? 'h-9 pointer-coarse:h-11' : 'h-11'
  const part = isSmall ? 'flex min-w-0 items-center gap-2' : 'grid content-start gap-1'
  const label = `font-semibold whitespace-nowrap ${isSmall ? 'text-sm' : ''}`
  return (
    <form noValidate className="flex flex-wrap items-end gap-x-3 gap-y-2" onSubmit={submit}>
      <div className={`${part} grow`}>
        <label htmlFor={`${listId}-sku`} className={label}>
          SKU or name
        </label>
        <input
          ref={field}
          id={`${listId}-sku`}
          className={`input w-full min-w-28 ${height}`}
          list={listId}
          autoComplete="off"
          maxLength={100}
          value={sku}
          onChange={event => setSku(event.target.value)}
        />
      </div>
      <div className={part}>
        <label htmlFor={`${listId}-quantity`} className={label}>
          Quantity
        </label>
        <input
          id={`${listId}-quantity`}
          className={`input ${isSmall ? 'w-20' : 'w-28'} ${height}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={quantity}
          onChange={event => setQuantity(event.target.value)}
        />
      </div>
      <datalist id={listId}>
        {tools.map(tool => (
          <option key={tool._id} value={tool.sku} label={tool.name} />
        ))}
      </datalist>
      <Button
        type="submit"
        className={`btn btn-quiet ${isSmall ? 'btn-sm' : ''} ${height}`}
        aria-disabled={busy || undefined}
      >
        Add a row
      </Button>
    </form>
  )
}

const suggest = (q: string) => apiClient.listTools({ query: { q, limit: 8 } }).catch(() => undefined)
