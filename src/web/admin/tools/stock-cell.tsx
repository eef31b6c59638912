import { Link } from 'react-router'
import type { Client } from '#contract/client.ts'
import { formatNumber } from '#contract/format-number.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { createNumberReader } from '#web/fields/read-numbers.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { Status } from '#web/ui/status.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type CellAnswer, CellEditor, EditableCell } from './cell-editor.tsx'

export function StockCell({ tool }: { tool: Tool }) {
  const { _id, name, available, minimum } = tool
  return (
    <EditableCell
      note={available < minimum && <Status kind="error">too few</Status>}
      label={`Correct the stock of ${name}`}
      editor={close => (
        <CellEditor
          intent="stock"
          label={`Stock of ${name}`}
          name="available"
          initial={available}
          fields={{ id: _id, toolName: name, availableBefore: String(available) }}
          onClose={close}
        />
      )}
    >
      <Link to={`${_id}/stock`} data-unit="in stock" className="link min-w-6 py-1 text-end" title={`Stock of ${name}`}>
        {formatNumber(available)}
      </Link>
    </EditableCell>
  )
}

export async function correctStock(client: Client, form: FormData): Promise<CellAnswer> {
  const { errors, readPieces } = createNumberReader(form)
  const adjustmentId = String(form.get('changeId'))
  const [available, availableBefore] = [readPieces('available'), readPieces('availableBefore')]
  if (errors.available) return { refused: errors.available }
  try {
    await client.adjustStock({
      params: { id: String(form.get('id')), adjustmentId },
      body: { reason: 'edit', available, availableBefore },
    })
  } catch (error) {
    return { refused: toFieldErrors(error).available ?? toErrorMessage(error) }
  }
  toast('success', `The stock of ${form.get('toolName')} is changed`)
  return { saved: adjustmentId }
}
