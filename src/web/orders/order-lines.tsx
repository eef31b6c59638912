import { Link } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import { formatPieceCount } from '#contract/pricing/quantity.ts'
import type { Refund } from '#contract/schemas/fulfilment.ts'
import type { OrderDetails } from '#contract/schemas/orders.ts'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { useMoney } from '#web/ui/text/money.tsx'
import { useOrderSums } from './order-sums.ts'

export function OrderLines({ order }: { order: OrderDetails }) {
  const { pricesIncludeTax } = usePageSettings()
  const formatMoney = useMoney()
  const { lines, status, refunds } = order
  const refunded = refunds.filter(paysMoney).flatMap(refund => [...refund.lines, ...refund.credited])
  const released = refunds.filter(refund => !paysMoney(refund)).flatMap(refund => refund.lines)
  return (
    <div className="@container">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col" data-numeric className="@max-[34rem]:hidden">
              Pieces
            </th>
            <th scope="col" data-numeric className="@max-[34rem]:hidden">
              Each
            </th>
            <th scope="col" data-numeric>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ toolId, toolName, sku, reference, taxPercent, quantity, left, price, totalPrice }) => (
            <tr key={toolId}>
              <td>
                <Link to={`/shop/${toolId}`} dir="auto" className="font-semibold wrap-anywhere hover:underline">
                  {toolName}
                </Link>
                <span className="ml-3 text-muted wrap-anywhere @max-[34rem]:ml-0 @max-[34rem]:block">
                  {[
                    sku,
                    reference && `reference: ${reference}`,
                    taxPercent > 0 && `${taxPercent}% tax${pricesIncludeTax ? ' included' : ''}`,
                    countPieces(refunded, toolId) > 0 && `${formatNumber(countPieces(refunded, toolId))} refunded`,
                    countPieces(released, toolId) > 0 &&
                      `${formatNumber(countPieces(released, toolId))} will not be shipped`,
                    status === 'partial' && left > 0 && `${formatNumber(left)} to follow`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <span className="@min-[34rem]:hidden">
                  {formatPieceCount(quantity)} at {formatMoney(price)}
                </span>
              </td>
              <td data-numeric className="@max-[34rem]:hidden">
                {formatNumber(quantity)}
              </td>
              <td data-numeric className="@max-[34rem]:hidden">
                {formatMoney(price)}
              </td>
              <td data-numeric className="font-semibold">
                {formatMoney(totalPrice)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sums order={order} />
        </tfoot>
      </table>
    </div>
  )
}

/** A refund of 0 cents, or one that was closed without paying, only releases pieces that were not shipped. */
const paysMoney = ({ amount, state }: Refund) => amount > 0 && state !== 'closed'

const countPieces = (lines: readonly { toolId: string; quantity: number }[], toolId: string) =>
  lines.filter(line => line.toolId === toolId).reduce((sum, { quantity }) => sum + quantity, 0)

function Sums({ order }: { order: OrderDetails }) {
  return useOrderSums(order).map(({ name, amount, isTotal }) => (
    <tr key={name} className={isTotal ? 'text-xl font-semibold' : 'text-muted'}>
      <th scope="row" className="font-[inherit] @max-[34rem]:hidden" colSpan={3} data-numeric>
        {name}
      </th>
      <th scope="row" className="font-[inherit] @min-[34rem]:hidden">
        {name}
      </th>
      <td data-numeric>{amount}</td>
    </tr>
  ))
}
