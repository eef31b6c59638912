import { memo, useId } from 'react'
import { useSyncedState } from '#web/fields/use-synced-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/text/money.tsx'
import { type ListRow, priceRow } from './resolve-rows.ts'

interface RowTableProps {
  rows: readonly ListRow[]
  /** `goesOn` moves the focus to the first row with a problem once this one is right. */
  onRepair: (row: ListRow, sku: string, quantity: string, goesOn: boolean) => void
  onRemove: (row: ListRow) => void
}

/** In a narrow container, a row is a grid of two lines: number, SKU, pieces and Remove; tool and total. */
const cell = '@max-[40rem]:h-auto! @max-[40rem]:border-0! @max-[40rem]:p-0!'

export function RowTable({ rows, onRepair, onRemove }: RowTableProps) {
  return (
    <div className="@container">
      <table className="plain-table">
        <thead className="@max-[40rem]:hidden">
          <tr>
            <th scope="col" data-numeric className="w-12">
              Row
            </th>
            <th scope="col">SKU</th>
            <th scope="col">Tool</th>
            <th scope="col">Pieces</th>
            <th scope="col" data-numeric>
              Total
            </th>
            <th scope="col">
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <Row key={row.number} row={row} onRepair={onRepair} onRemove={onRemove} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps extends Pick<RowTableProps, 'onRepair' | 'onRemove'> {
  row: ListRow
}

const Row = memo(function Row({ row, onRepair, onRemove }: RowProps) {
  const [sku, setSku] = useSyncedState(row.sku)
  const [quantity, setQuantity] = useSyncedState(row.quantity)
  const noteId = useId()
  const price = priceRow(row)
  const hasProblem = row.problem !== undefined

  function repair(goesOn: boolean) {
    if (sku.trim() !== row.sku || quantity.trim() !== row.quantity) onRepair(row, sku.trim(), quantity.trim(), goesOn)
  }

  const field = {
    className: 'input h-9 w-full min-w-0 px-2 tabular-nums pointer-coarse:h-11',
    autoComplete: 'off',
    'aria-describedby': noteId,
    onBlur: () => repair(false),
    onKeyDown: (event: { key: string }) => event.key === 'Enter' && repair(true),
  }
  return (
    <tr
      data-row={row.number}
      data-problem={hasProblem || undefined}
      className="@max-[40rem]:grid @max-[40rem]:grid-cols-[1.5rem_1fr_5rem_2.75rem] @max-[40rem]:items-center @max-[40rem]:gap-2 @max-[40rem]:border-b @max-[40rem]:border-base-300 @max-[40rem]:p-2 @max-[40rem]:last:border-0"
    >
      <td data-numeric className={cell}>
        {row.number}
      </td>
      <td className={`${cell} @min-[40rem]:w-40`}>
        <input
          {...field}
          aria-invalid={hasProblem && !row.tool}
          aria-label={`SKU of row ${row.number}`}
          value={sku}
          onChange={event => setSku(event.target.value)}
        />
      </td>
      <td
        className={`${cell} @max-[40rem]:col-start-2 @max-[40rem]:row-start-2 @max-[40rem]:self-start ${hasProblem ? '@max-[40rem]:col-span-3' : ''}`}
      >
        <div className="grid gap-0.5">
          <span className="font-semibold wrap-anywhere">{row.tool?.name ?? <None />}</span>
          <div id={noteId}>
            {hasProblem && <p className="text-error wrap-anywhere">{row.problem}</p>}
            {row.sources !== undefined && <p className="text-muted">{row.sources} rows of this SKU are added up.</p>}
            {row.corrections.map(correction => (
              <p key={correction} className="text-muted">
                {correction}
              </p>
            ))}
          </div>
          <Choices row={row} onRepair={onRepair} />
        </div>
      </td>
      <td className={`${cell} @min-[40rem]:w-24`}>
        <input
          {...field}
          aria-invalid={hasProblem && row.tool !== undefined}
          aria-label={`Quantity of row ${row.number}`}
          inputMode="numeric"
          value={quantity}
          onChange={event => setQuantity(event.target.value)}
        />
      </td>
      <td
        data-numeric
        className={`${cell} font-semibold @max-[40rem]:order-2 @max-[40rem]:col-span-2 @max-[40rem]:col-start-3 @max-[40rem]:row-start-2 @max-[40rem]:self-start ${hasProblem ? '@max-[40rem]:hidden' : ''}`}
      >
        {price ? <Money of={price.totalCents / 100} /> : <None />}
        {price && (
          <span className="block font-normal text-muted">
            <Money of={price.unitCents / 100} /> each
          </span>
        )}
      </td>
      <td className={`${cell} @max-[40rem]:col-start-4 @max-[40rem]:row-start-1 @max-[40rem]:justify-self-end`}>
        <Button
          className="btn btn-ghost btn-square btn-sm text-xl! text-muted hover:text-error"
          aria-label={`Remove row ${row.number}`}
          title="Remove"
          onClick={() => onRemove(row)}
        >
          ×
        </Button>
      </td>
    </tr>
  )
})

const None = () => <span className="@max-[40rem]:hidden">–</span>

function Choices({ row, onRepair }: Pick<RowProps, 'row' | 'onRepair'>) {
  if (row.choices.length === 0 && row.nearest.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {row.choices.map(({ sku, quantity, name }) => (
        <Button
          key={`${sku} ${quantity}`}
          className="btn btn-quiet btn-sm h-auto max-w-full py-1 text-left whitespace-normal"
          onClick={() => onRepair(row, sku, quantity, true)}
        >
          {sku}, {name}
        </Button>
      ))}
      {row.nearest.map(pieces => (
        <Button
          key={pieces}
          className="btn btn-quiet btn-sm tabular-nums"
          onClick={() => onRepair(row, row.sku, String(pieces), true)}
        >
          Order {pieces}
        </Button>
      ))}
    </div>
  )
}
