import { useFetcher } from 'react-router'
import { readPieces } from '#contract/cells/read-number.ts'
import type { InputOf } from '#contract/client.ts'
import type { Return } from '#contract/schemas/fulfilment.ts'
import type { OrderDetails } from '#contract/schemas/orders.ts'
import { NumberInput } from '#web/fields/number-field.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import { FormFailure, type PieceFailure, PieceFields, readPieceFields } from './piece-fields.tsx'

const damagedPrefix = 'damaged.'

export function readReceipt(form: FormData): InputOf<'receiveReturn'>['body'] {
  const lines = readPieceFields(form).map(line => ({ ...line, damaged: readPieceCount(form, line.toolId) }))
  const pieceErrors = lines.flatMap(line => {
    const error = findReceiptError(line)
    return error ? [[line.toolId, error] as const] : []
  })
  if (pieceErrors.length > 0)
    throw new FormFailure({ failure: '', pieceErrors: Object.fromEntries(pieceErrors), errors: {} })
  const toLines = (pieces: { toolId: string; quantity: number }[]) => pieces.filter(({ quantity }) => quantity > 0)
  return {
    received: toLines(lines.map(({ toolId, quantity }) => ({ toolId, quantity }))),
    restocked: toLines(lines.map(line => ({ toolId: line.toolId, quantity: line.quantity - line.damaged }))),
  }
}

function findReceiptError({ quantity, damaged }: { quantity: number; damaged: number }): string | undefined {
  if (!isCount(quantity)) return 'Enter how many came, or 0.'
  if (!isCount(damaged)) return 'Enter how many of them are damaged, or 0.'
  return damaged > quantity ? 'More are damaged than came.' : undefined
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0

function readPieceCount(form: FormData, toolId: string): number {
  return readPieces(String(form.get(`${damagedPrefix}${toolId}`) ?? ''))
}

export function ReceiveForm({ returnRequest, lines }: { returnRequest: Return; lines: OrderDetails['lines'] }) {
  const fetcher = useFetcher<Partial<PieceFailure> | null>()
  const { failure, pieceErrors = {}, errors = {} } = fetcher.data ?? {}
  const returned = returnRequest.lines.flatMap(({ toolId, quantity }) => {
    const line = lines.find(each => each.toolId === toolId)
    return line ? [{ ...line, left: quantity }] : []
  })
  return (
    <fetcher.Form method="post" noValidate className="grid w-full gap-3">
      <input type="hidden" name="intent" value="receiveReturn" />
      <input type="hidden" name="returnId" value={returnRequest._id} />
      <p>
        Once the pieces have arrived, enter how many came, and how many of them are damaged. The undamaged ones go back
        into the stock.
      </p>
      <PieceFields id={returnRequest._id} lines={returned} errors={pieceErrors} isFull>
        {({ toolId, toolName, left }) => (
          <label className="flex items-center gap-2 text-sm whitespace-nowrap">
            <NumberInput
              name={`${damagedPrefix}${toolId}`}
              max={left}
              defaultValue={0}
              className="input h-8 w-18 text-end pointer-coarse:h-11 sm:w-20"
              aria-label={`Damaged: ${toolName}`}
            />
            damaged
          </label>
        )}
      </PieceFields>
      <FormError>{errors.received ?? (Object.keys(pieceErrors).length === 0 ? failure : undefined)}</FormError>
      <div>
        <SubmitButton busy={fetcher.state !== 'idle'} className="btn btn-primary btn-sm">
          Record receipt
        </SubmitButton>
      </div>
    </fetcher.Form>
  )
}
