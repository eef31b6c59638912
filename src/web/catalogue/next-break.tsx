import { formatMoney } from '#contract/money.ts'
import type { LinePrice } from '#contract/prices.ts'
import { Button } from '#web/ui/button.tsx'

interface NextBreakProps {
  price: LinePrice
  /** Called with the quantity from which the lower price holds. */
  onChoose: (quantity: number) => void
}

/** What a larger order would save. */
export function NextBreak({ price: { unitCents, nextBreak }, onChoose }: NextBreakProps) {
  if (!nextBreak) return null
  const less = formatMoney((unitCents - nextBreak.unitCents) / 100)
  return (
    <p className="text-muted">
      <Button className="link" onClick={() => onChoose(nextBreak.from)}>
        Add {nextBreak.addPieces} more
      </Button>
      {`: each costs ${less} less, you save ${formatMoney(nextBreak.savesCents / 100)} on them all.`}
    </p>
  )
}
