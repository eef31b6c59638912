import type { OrderDetails } from '#contract/schemas/orders.ts'
import { listSumRows } from '#web/cart/sum-rows.ts'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { useMoney } from '#web/ui/text/money.tsx'

export interface OrderSum {
  name: string
  amount: string
  isTotal?: boolean
}

/** What an order that is placed comes to, part by part, and what of it was sent back. */
export function useOrderSums({
  totalPrice,
  lines,
  taxes,
  refundedTotal,
}: Pick<OrderDetails, 'totalPrice' | 'lines' | 'taxes' | 'refundedTotal'>): OrderSum[] {
  const { pricesIncludeTax } = usePageSettings()
  const formatMoney = useMoney()
  const rows = listSumRows({
    goods: formatMoney(lines.reduce((sum, line) => sum + line.totalPrice, 0)),
    taxes: taxes.map(({ percent, amount }) => ({ percent, amount: formatMoney(amount) })),
    noTax: formatMoney(0),
    isTaxIncluded: pricesIncludeTax,
  })
  return [
    ...rows,
    { name: 'Total', amount: formatMoney(totalPrice), isTotal: true },
    ...(refundedTotal > 0
      ? [
          { name: 'Refunded', amount: formatMoney(refundedTotal) },
          { name: 'Paid less refunds', amount: formatMoney(totalPrice - refundedTotal) },
        ]
      : []),
  ]
}
