import { formatCents } from '#contract/pricing/money.ts'
import { computeTotals, sumCents } from '#contract/pricing/totals.ts'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { listSumRows } from './sum-rows.ts'

export interface SummedLine {
  totalCents: number
  /** Null for the shop's own rate. */
  taxPercent: number | null
}

/** Stands beside a price where tax is added to it. */
export function WithoutTax() {
  return !usePageSettings().pricesIncludeTax && <small className="text-sm font-normal text-muted">without tax</small>
}

/** What a tool's price has in it, and when the tool comes. */
export function SellingTerms({ taxPercent: ownPercent }: { taxPercent: number | null }) {
  const { pricesIncludeTax, taxPercent, dispatchTime } = usePageSettings()
  const percent = ownPercent ?? taxPercent
  const tax = percent > 0 && (pricesIncludeTax ? `${percent}% tax included` : `${percent}% tax is added`)
  const terms = ['Delivery free', tax, dispatchTime !== '' && `ships ${dispatchTime}`]
  return <p className="text-sm text-muted">{terms.filter(Boolean).join(' · ')}</p>
}

/** 'Ships the next working day, once it is paid.', where the shop says when. */
export function DispatchTime({ isPaid = false }: { isPaid?: boolean }) {
  const { dispatchTime } = usePageSettings()
  if (dispatchTime === '') return null
  return (
    <p className="text-sm text-muted">
      Ships {dispatchTime}
      {!isPaid && ', once it is paid'}.
    </p>
  )
}

/** What lines come to; `parts` has what is added up, or is in the total. */
export function useOrderTotal(lines: readonly SummedLine[]) {
  const { currency, pricesIncludeTax, taxPercent } = usePageSettings()
  const taxed = lines.map(line => ({ ...line, taxPercent: line.taxPercent ?? taxPercent }))
  const { taxes, grossCents } = computeTotals(taxed, pricesIncludeTax)
  const format = (cents: number) => formatCents(cents, currency)
  const parts = listSumRows({
    goods: format(sumCents(taxed)),
    taxes: taxes.map(({ percent, cents }) => ({ percent, amount: format(cents) })),
    noTax: format(0),
    isTaxIncluded: pricesIncludeTax,
  })
  return { parts, total: format(grossCents), totalCents: grossCents }
}

interface OrderTotalProps {
  lines: readonly SummedLine[]
  /** Whether delivery and a tax that is inside are named, too. */
  isWhole?: boolean
}

/** 'Total $12.00', below what is added up where tax is. */
export function OrderTotal({ lines, isWhole = false }: OrderTotalProps) {
  const { pricesIncludeTax } = usePageSettings()
  const { parts, total } = useOrderTotal(lines)
  const shown = isWhole ? parts : pricesIncludeTax ? [] : parts.filter(({ kind }) => kind !== 'delivery')
  return (
    <div>
      {shown.length > 0 && (
        <p className="text-sm text-muted tabular-nums">
          {shown.map(({ name, amount }) => `${name} ${amount}`).join(' · ')}
        </p>
      )}
      <p className="text-2xl font-semibold tabular-nums">{`Total ${total}`}</p>
    </div>
  )
}

/** The same in rows, with the delivery and the tax that is inside. */
export function OrderTotalRows({ lines }: { lines: readonly SummedLine[] }) {
  const { parts, total } = useOrderTotal(lines)
  return (
    <div className="grid gap-1">
      {parts.map(({ name, amount }) => (
        <p key={name} className="flex justify-between gap-4 text-sm text-muted tabular-nums">
          <span>{name}</span> <span>{amount}</span>
        </p>
      ))}
      <p className="flex justify-between gap-4 text-2xl font-semibold tabular-nums">
        <span>Total</span> <span>{total}</span>
      </p>
    </div>
  )
}
