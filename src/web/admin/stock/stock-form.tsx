import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { readPieces } from '#contract/cells/read-number.ts'
import type { InputOf } from '#contract/client.ts'
import { formatNumber } from '#contract/format-number.ts'
import type { Stock } from '#contract/schemas/admin/stock.ts'
import { NumberField } from '#web/fields/number-field.tsx'
import { useFormKey } from '#web/fields/use-form-key.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { Field, FormError, Labelled } from '#web/ui/forms/field.tsx'
import { formatCount } from '#web/ui/text/format-count.ts'

type Adjustment = InputOf<'adjustStock'>['body']

const reasons = {
  receipt: { name: 'Received', label: 'Pieces received', field: 'quantity' },
  count: { name: 'Counted', label: 'Pieces on the shelf', field: 'counted' },
  damage: { name: 'Damaged or lost', label: 'Pieces damaged or lost', field: 'quantity' },
} as const
type Reason = keyof typeof reasons
const isReason = (name: string): name is Reason => name in reasons

export function readAdjustment(form: FormData): { adjustmentId: string; body: Adjustment } {
  const pieces = readPieces(String(form.get('pieces')))
  const note = String(form.get('note'))
  const reason = String(form.get('reason'))
  const shownAdjustments = Number(form.get('shownAdjustments'))
  const body: Adjustment =
    reason === 'receipt' || reason === 'damage'
      ? { reason, quantity: pieces, note, shownAdjustments }
      : { reason: 'count', counted: pieces, note, shownAdjustments }
  return { adjustmentId: String(form.get('adjustmentId')), body }
}

interface StockFormProps {
  stock: Stock
  actionData: { errors: Record<string, string>; failure: string } | { saved: string } | undefined
}

export function StockForm({ stock, actionData }: StockFormProps) {
  const formKey = useFormKey(actionData && 'saved' in actionData ? actionData.saved : undefined)
  return (
    <section className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6">
      <h2 className="font-display text-2xl">Change the stock</h2>
      <StockFields key={formKey} stock={stock} actionData={actionData} />
    </section>
  )
}

function StockFields({ stock, actionData }: StockFormProps) {
  const [adjustmentId] = useState(() => createId())
  const [reason, setReason] = useState<Reason>('receipt')
  const [text, setText] = useState('')
  const busy = useNavigation().formMethod === 'POST'
  const { errors = {}, failure } = { errors: undefined, failure: undefined, ...actionData }
  const { label, field } = reasons[reason]
  const error = errors[field]
  return (
    <Form method="post" noValidate preventScrollReset className="grid gap-4">
      <input type="hidden" name="adjustmentId" value={adjustmentId} />
      <input type="hidden" name="shownAdjustments" value={stock.adjustments} />
      <Labelled label="What happened">
        {fieldProps => (
          <select
            {...fieldProps}
            name="reason"
            className="select w-full"
            value={reason}
            onChange={({ currentTarget: { value } }) => isReason(value) && setReason(value)}
          >
            {Object.entries(reasons).map(([value, { name }]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <NumberField
        label={label}
        name="pieces"
        min={reason === 'count' ? 0 : 1}
        error={error}
        hint={explain(stock, reason, text)}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Field label="Note (optional)" name="note" autoComplete="off" error={errors.note} />
      <FormError>{error === undefined && errors.note === undefined ? failure : undefined}</FormError>
      <div>
        <SubmitButton busy={busy}>Save</SubmitButton>
      </div>
    </Form>
  )
}

function explain({ available, allocated }: Stock, reason: Reason, text: string): string {
  const pieces = readPieces(text)
  const isGiven = Number.isInteger(pieces) && pieces >= 0
  const result = { receipt: available + pieces, damage: available - pieces, count: pieces - allocated }[reason]
  const outcome = isGiven && result >= 0 ? `Available then: ${formatNumber(result)}.` : ''
  const how =
    reason === 'count' && allocated > 0
      ? `Include the ${formatCount(allocated, ['piece', 'pieces'])} in orders to be shipped.`
      : ''
  return [how, outcome].filter(Boolean).join(' ')
}
