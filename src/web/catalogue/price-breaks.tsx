import type { Tool } from '#contract/schemas/tools.ts'
import { useMoney } from '#web/ui/text/money.tsx'

export function PriceBreaks({ breaks }: { breaks: Tool['priceBreaks'] }) {
  const formatMoney = useMoney()
  if (breaks.length === 0) return null
  return (
    <ul aria-label="Price breaks" className="grid w-fit min-w-64 gap-1 tabular-nums">
      {breaks.map(({ from, price }) => (
        <li key={from} className="flex justify-between gap-6">
          <span className="text-muted">{from} pieces or more</span>
          <span className="whitespace-nowrap">{formatMoney(price)} each</span>
        </li>
      ))}
    </ul>
  )
}
