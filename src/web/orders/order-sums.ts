import type { OrderDetails } from '#contract/schemas/orders.ts'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { useMoney } from '#web/ui/text/money.tsx'
import { nameTax } from '#web/ui/text/name-tax.ts'

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
  const shown = taxes.length > 0 ? taxes : [{ percent: 0, amount: 0 }]
  const goods = lines.reduce((sum, line) => sum + line.totalPrice, 0)
  return [
    { name: pricesIncludeTax ? 'Goods' : 'Goods without tax', amount: formatMoney(goods) },
    { name: 'Delivery', amount: 'Free' },
    ...shown.map(({ percent, amount }) => ({ name: nameTax(percent, pricesIncludeTax), amount: formatMoney(amount) })),
    { name: 'Total', amount: formatMoney(totalPrice), isTotal: true },
    ...(refundedTotal > 0
      ? [
          { name: 'Refunded', amount: formatMoney(refundedTotal) },
          { name: 'Paid less refunds', amount: formatMoney(totalPrice - refundedTotal) },
        ]
      : []),
  ]
}
