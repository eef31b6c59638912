import { formatCents } from '#contract/pricing/money.ts'
import { computeTotals } from '#contract/pricing/totals.ts'
import { usePageSettings } from '#web/ui/page-settings.ts'

export interface SummedLine {
  totalCents: number
  /** Null for the shop's own rate. */
  taxPercent: number | null
}

/** Stands beside a price where tax is added to it. */
export function WithoutTax() {
  return !usePageSettings().pricesIncludeTax && <small className="text-sm font-normal text-muted">without tax</small>
}

/** What lines come to; `parts` has what is added up, where tax is added. */
export function useOrderTotal(lines: readonly SummedLine[]) {
  const { currency, pricesIncludeTax, taxPercent } = usePageSettings()
  const taxed = lines.map(line => ({ ...line, taxPercent: line.taxPercent ?? taxPercent }))
  const { netCents, taxes, grossCents } = computeTotals(taxed, pricesIncludeTax)
  const parts = [
    { name: 'Without tax', amount: formatCents(netCents, currency) },
    ...taxes.map(({ percent, cents }) => ({ name: `${percent}% tax`, amount: formatCents(cents, currency) })),
  ]
  return { parts: pricesIncludeTax ? [] : parts, total: formatCents(grossCents, currency) }
}

/** 'Total $12.00'. */
export function OrderTotal({ lines }: { lines: readonly SummedLine[] }) {
  const { parts, total } = useOrderTotal(lines)
  const sum = <p className="text-2xl font-semibold tabular-nums">{`Total ${total}`}</p>
  if (parts.length === 0) return sum
  return (
    <div>
      <p className="text-sm text-muted tabular-nums">
        {parts.map(({ name, amount }) => `${name} ${amount}`).join(' · ')}
      </p>
      {sum}
    </div>
  )
}

/** The same in rows, the amounts at the end. */
export function OrderTotalRows({ lines, className }: { lines: readonly SummedLine[]; className: string }) {
  const { parts, total } = useOrderTotal(lines)
  return (
    <>
      {parts.map(({ name, amount }) => (
        <p key={name} className="flex justify-between text-muted tabular-nums">
          <span>{name}</span>
          <span>{amount}</span>
        </p>
      ))}
      <p className={`flex justify-between font-semibold tabular-nums ${className}`}>
        <span>Total</span>
        <span>{total}</span>
      </p>
    </>
  )
}
