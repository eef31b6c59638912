import { type FormEvent, useId, useRef, useState } from 'react'
import { apiClient } from '#web/session/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useSuggestions } from '#web/ui/use-suggestions.ts'
import { type RequestedRow, toRequestedRow } from './resolve-rows.ts'

interface SkuFieldProps {
  busy: boolean
  onAdd: (rows: RequestedRow[]) => Promise<boolean>
}

/** Adds one row; the SKU's field suggests tools by SKU and name. */
export function SkuField({ busy, onAdd }: SkuFieldProps) {
  const [sku, setSku] = useState('')
  const [quantity, setQuantity] = useState('')
  const field = useRef<HTMLDivElement>(null)
  const listId = useId()
  const tools = useSuggestions(sku.trim(), suggest) ?? []

  async function submit(event: FormEvent) {
    event.preventDefault()
    const input = field.current?.querySelector('input')
    input?.focus()
    if (busy || sku.trim() === '') return
    if (!(await onAdd([toRequestedRow(sku.trim(), quantity.trim())]))) return
    setSku('')
    setQuantity('')
  }

  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      <div ref={field} className="grid grid-cols-[1fr_7rem] gap-3">
        <Field
          label="SKU or name"
          list={listId}
          autoComplete="off"
          maxLength={100}
          value={sku}
          onChange={event => setSku(event.target.value)}
        />
        <Field
          label="Quantity"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={quantity}
          onChange={event => setQuantity(event.target.value)}
        />
        <datalist id={listId}>
          {tools.map(tool => (
            <option key={tool._id} value={tool.sku} label={tool.name} />
          ))}
        </datalist>
      </div>
      <Button type="submit" className="btn btn-quiet justify-self-start" aria-disabled={busy || undefined}>
        Add a row
      </Button>
    </form>
  )
}

const suggest = (q: string) => apiClient.listTools({ query: { q, limit: 8 } }).catch(() => undefined)
