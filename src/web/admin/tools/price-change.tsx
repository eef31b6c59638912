import { useState } from 'react'
import { stripPercentSign } from '#contract/cells/read-number.ts'
import type { Client, InputOf } from '#contract/client.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { runBulkAction } from '#web/admin/run-bulk-action.ts'
import { NumberField } from '#web/fields/number-field.tsx'
import { readNumberText } from '#web/fields/read-numbers.ts'
import type { BulkOutcome } from '#web/paged-list/bulk-actions.ts'
import { useMoney } from '#web/ui/text/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { scalePrice, scalePrices } from './scale-prices.ts'

type PricedTool = Pick<Tool, '_id' | 'name' | 'price' | 'priceBreaks'>

export function PriceChange({ tools }: { tools: readonly PricedTool[] }) {
  const formatMoney = useMoney()
  const [text, setText] = useState('')
  const [withBreaks, setWithBreaks] = useState(true)
  const { percent, error } = readChange(text)
  const changes = percent === undefined ? [] : tools.map(tool => toChange(tool, (100 + percent) / 100, withBreaks))
  const hasBreaks = tools.some(({ priceBreaks }) => priceBreaks.length > 0)
  return (
    <div className="grid gap-3">
      <input type="hidden" name="prices" value={JSON.stringify(changes.map(({ name: _, ...change }) => change))} />
      <NumberField
        label="By percent"
        step={0.1}
        min={minPercent}
        value={text}
        onChange={({ target }) => setText(target.value)}
        hint="3.2 raises prices by 3.2%, -5 lowers them by 5%"
        error={error}
      />
      {hasBreaks && (
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox"
            checked={withBreaks}
            onChange={({ target }) => setWithBreaks(target.checked)}
          />
          Their price breaks, too
        </label>
      )}
      {changes.length > 0 && (
        <ul aria-label="New prices" className="grid max-h-[40vh] gap-1 overflow-y-auto text-sm tabular-nums">
          {changes.map(({ id, name, price, priceBreaks, shown }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4">
              <span dir="auto">{name}</span>
              <span className="flex flex-wrap gap-x-3">
                <span className="whitespace-nowrap">
                  {formatMoney(shown.price)} to <strong>{formatMoney(price)}</strong>
                </span>
                {priceBreaks.map((each, index) => (
                  <span key={each.from} className="whitespace-nowrap text-muted">
                    {each.from}+: {formatMoney(shown.priceBreaks[index]?.price ?? 0)} to {formatMoney(each.price)}
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const minPercent = -99

function readChange(text: string): { percent?: number; error?: string } {
  if (text.trim() === '') return {}
  const reading = readNumberText(stripPercentSign(text.trim()))
  if ('problem' in reading) return { error: reading.problem }
  return reading.value < minPercent ? { error: `At most ${-minPercent}% cheaper.` } : { percent: reading.value }
}

function toChange({ _id: id, name, price, priceBreaks }: PricedTool, factor: number, withBreaks: boolean) {
  const shown = { price, priceBreaks }
  return { id, name, ...scalePrices(shown, scalePrice(price, factor), withBreaks), shown }
}

export function changePrices(client: Client, form: FormData): Promise<BulkOutcome> {
  const changed: InputOf<'changePrices'>['body']['tools'] = JSON.parse(String(form.get('prices')))
  if (changed.length === 0) {
    toast('error', 'Enter by how many percent the prices change.')
    return Promise.resolve(null)
  }
  const texts = { nouns: ['tool', 'tools'], done: 'at the new price', already: 'at that price already' } as const
  return runBulkAction(client.changePrices({ body: { tools: changed } }), texts)
}
