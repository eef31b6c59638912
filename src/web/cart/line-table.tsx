import type { Ref } from 'react'
import type { CartLine } from '#contract/schemas/carts.ts'
import { Button } from '#web/ui/button.tsx'
import { CartRow } from './cart-row.tsx'
import { acceptPrice, checkLine } from './check-line.ts'

interface LineTableProps {
  lines: readonly CartLine[]
  /** Callbacks must be stable, so that a change renders one row only. */
  onChange: (line: CartLine) => void
  onRemove: (line: CartLine) => void
  onReplace: (line: CartLine, replacement: CartLine) => void
  ref?: Ref<HTMLTableElement>
  /** Shows a field for the buyer's reference on each line, which belongs to that form. */
  references?:
    | { formId: string; draft: Readonly<Record<string, string>>; errors: Readonly<Record<string, string>> }
    | undefined
}

export function LineTable({ lines, onChange, onRemove, onReplace, ref, references }: LineTableProps) {
  const changed = lines.filter(line => checkLine(line).problem?.kind === 'price')
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-2">
      {changed.length > 1 && (
        <p className="flex flex-wrap items-center gap-3">
          {changed.length} prices have changed.
          <Button
            className="btn btn-quiet btn-sm"
            onClick={() => {
              for (const line of changed) onChange(acceptPrice(line))
            }}
          >
            Order all at the new prices
          </Button>
        </p>
      )}
      <table ref={ref} className="card-table">
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col">Quantity</th>
            <th scope="col" data-numeric>
              Each
            </th>
            <th scope="col" data-numeric>
              Total
            </th>
            <th scope="col" className="w-0">
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <CartRow
              key={line.toolId}
              line={line}
              onChange={onChange}
              onRemove={onRemove}
              onReplace={onReplace}
              referenceForm={references?.formId}
              reference={references?.draft[`reference.${line.toolId}`]}
              referenceError={references?.errors[`lines.${index}.reference`]}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RemovedNoteProps {
  removed: readonly { toolName: string }[]
  onUndo: () => void
}

export function RemovedNote({ removed, onUndo }: RemovedNoteProps) {
  if (removed.length === 0) return null
  return (
    <p role="status" className="flex items-center gap-3">
      {removed.length === 1 ? `${removed[0]?.toolName} was removed.` : `${removed.length} tools were removed.`}
      <Button className="link py-2" onClick={onUndo}>
        Undo
      </Button>
    </p>
  )
}
