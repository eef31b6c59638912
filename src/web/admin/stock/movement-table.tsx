import { Link } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import type { StockMovement } from '#contract/schemas/admin/stock.ts'
import { formatTime } from '#web/ui/text/format-time.ts'
import { CardTable } from '#web/widgets/card-table.tsx'

const reasons: Record<StockMovement['reason'], string> = {
  order: 'Taken for order',
  release: 'Released from order',
  refund: 'Order refunded',
  return: 'Returned',
  opening: 'First stock',
  receipt: 'Received',
  count: 'Counted',
  damage: 'Damaged or lost',
  import: 'Import',
  edit: 'Corrected',
}

export function MovementTable({ movements }: { movements: readonly StockMovement[] }) {
  return (
    <CardTable
      rows={movements}
      columns={[
        { name: 'Time', cell: ({ time }) => <time dateTime={time}>{formatTime(time)}</time>, className: labelColumns },
        { name: 'What', cell: movement => <Reason movement={movement} />, className: `wrap-anywhere ${labelColumns}` },
        { name: 'Pieces', cell: ({ delta }) => formatDelta(delta), numeric: true, className: labelColumns },
        {
          name: 'Available',
          cell: ({ balance }) => formatNumber(balance),
          numeric: true,
          className: labelColumns,
        },
      ]}
    />
  )
}

const labelColumns = 'grid-cols-[5rem_1fr]!'

function Reason({ movement }: { movement: StockMovement }) {
  const { reason, note, counted, actorEmail, orderId, orderNumber } = movement
  return (
    <div>
      {orderId ? (
        <Link to={`/dashboard/orders/${orderId}`} className="link">
          {reasons[reason]} <span className="whitespace-nowrap">no. {orderNumber}</span>
        </Link>
      ) : (
        reasons[reason]
      )}
      {counted !== null && `: ${formatNumber(counted)} on the shelf`}
      {note !== '' && <div className="text-sm">{note}</div>}
      {actorEmail && <div className="text-sm text-muted">{actorEmail}</div>}
    </div>
  )
}

const formatDelta = (delta: number) => (delta < 0 ? `−${formatNumber(-delta)}` : `+${formatNumber(delta)}`)
