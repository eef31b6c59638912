import type { LinePrice } from '#contract/pricing/prices.ts'
import { Button } from '#web/ui/button.tsx'
import { useMoney } from '#web/ui/text/money.tsx'

interface NextBreakProps {
  price: LinePrice
  isShort?: boolean
  onChoose: (quantity: number) => void
}

export function NextBreak({ price: { unitCents, nextBreak }, isShort = false, onChoose }: NextBreakProps) {
  const formatMoney = useMoney()
  if (!nextBreak) return null
  if (isShort)
    return (
      <p className="text-muted whitespace-nowrap">
        <Button className="link" onClick={() => onChoose(nextBreak.from)}>
          Add {nextBreak.addPieces} more
        </Button>
        {`: ${formatMoney(nextBreak.unitCents / 100)} each, save ${formatMoney(nextBreak.savesCents / 100)}`}
      </p>
    )
  const less = formatMoney((unitCents - nextBreak.unitCents) / 100)
  return (
    <p className="text-muted">
      <Button className="link" onClick={() => onChoose(nextBreak.from)}>
        Add {nextBreak.addPieces} more
      </Button>
      {`: each costs ${less} less, you save ${formatMoney(nextBreak.savesCents / 100)} in total.`}
    </p>
  )
}
