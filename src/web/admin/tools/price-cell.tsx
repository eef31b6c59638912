import type { Client } from '#contract/client.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { createNumberReader } from '#web/fields/read-numbers.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { useMoney } from '#web/ui/text/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type CellAnswer, CellEditor, EditableCell } from './cell-editor.tsx'
import { type ShownPrices, scalePrices } from './scale-prices.ts'

export function PriceCell({ tool: { _id, name, price, priceBreaks } }: { tool: Tool }) {
  const formatMoney = useMoney()
  return (
    <EditableCell
      label={`Change the price of ${name}`}
      editor={close => (
        <CellEditor
          intent="price"
          label={`Price of ${name}`}
          name="price"
          step={0.01}
          initial={price.toFixed(2)}
          fields={{ id: _id, toolName: name, shown: JSON.stringify({ price, priceBreaks }) }}
          onClose={close}
        >
          {priceBreaks.length > 0 && (
            <label className="flex items-center gap-2">
              <input type="checkbox" name="withBreaks" defaultChecked className="checkbox" />
              Its breaks, too
            </label>
          )}
        </CellEditor>
      )}
    >
      {formatMoney(price)}
    </EditableCell>
  )
}

const describeBreaks = ({ priceBreaks }: ShownPrices) =>
  priceBreaks.length > 0
    ? `. Its breaks are ${priceBreaks.map(({ from, price }) => `${from}+ ${price.toFixed(2)}`).join(', ')}.`
    : ''

export async function correctPrice(client: Client, form: FormData): Promise<CellAnswer> {
  const { errors, readDecimal } = createNumberReader(form)
  const shown: ShownPrices = JSON.parse(String(form.get('shown')))
  const price = readDecimal('price')
  if (Number.isNaN(price)) return { refused: errors.price ?? 'Type a price.' }
  const prices = scalePrices(shown, price, form.has('withBreaks'))
  try {
    const tools = [{ id: String(form.get('id')), ...prices, shown }]
    const [result] = (await client.changePrices({ body: { tools } })).results
    if (result?.outcome === 'refused') return { refused: result.detail }
    if (result?.outcome === 'done')
      toast('success', `The price of ${form.get('toolName')} is changed${describeBreaks(prices)}`)
  } catch (error) {
    return { refused: toErrorMessage(error) }
  }
  return { saved: String(form.get('changeId')) }
}
