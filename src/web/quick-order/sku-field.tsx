import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { apiClient } from '#web/session/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { useSuggestions } from '#web/ui/use-suggestions.ts'
import { type RequestedRow, toRequestedRow } from './resolve-rows.ts'

interface SkuFieldProps {
  isSmall: boolean
  onAdd: (rows: RequestedRow[]) => Promise<boolean>
  onRefused: (row: string) => void
}

/** The fields are free for the next row at once: scanners do not wait. */
export function SkuField({ isSmall, onAdd, onRefused }: SkuFieldProps) {
  const [sku, setSku] = useState('')
  const [quantity, setQuantity] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const tools = useSuggestions(sku.trim(), suggest) ?? []
  const isScanned = useScanDetection()

  async function submit(event: FormEvent) {
    event.preventDefault()
    field.current?.focus()
    const [typedSku, typedQuantity] = [sku.trim(), quantity.trim()]
    if (typedSku === '') return
    setSku('')
    setQuantity('')
    if (!(await onAdd([toRequestedRow(typedSku, typedQuantity)]))) onRefused(`${typedSku}\t${typedQuantity}`.trim())
  }

  /** Many scanners end a code with Tab; a person's Tab leads to the quantity. */
  function submitScan(event: KeyboardEvent<HTMLInputElement>) {
    if (!isScanned(event.nativeEvent) || event.key !== 'Tab') return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
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
          value={sku}
          onChange={event => setSku(event.target.value)}
          onKeyDown={submitScan}
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
          value={quantity}
          onChange={event => setQuantity(event.target.value)}
        />
      </div>
      <datalist id={listId}>
        {tools.map(tool => (
          <option key={tool._id} value={tool.sku} label={tool.name} />
        ))}
      </datalist>
      <Button type="submit" className={`btn btn-quiet ${isSmall ? 'btn-sm' : ''} ${height}`}>
        Add a row
      </Button>
    </form>
  )
}

const maxScanKeyMs = 50
const minScanKeys = 4

function useScanDetection(): (event: { timeStamp: number }) => boolean {
  const run = useRef({ keys: 0, endedAt: 0 })
  return ({ timeStamp }) => {
    const { keys, endedAt } = run.current
    run.current = { keys: timeStamp - endedAt < maxScanKeyMs ? keys + 1 : 0, endedAt: timeStamp }
    return run.current.keys >= minScanKeys
  }
}

const suggest = (q: string) => apiClient.listTools({ query: { q, limit: 8 } }).catch(() => undefined)
