import type { z } from 'zod'
import type {
  StockAdjustment,
  Stock as WireStock,
  StockMovement as WireStockMovement,
} from '#contract/schemas/admin/stock.ts'
import type { StockChange } from '#shop/stock/adjust-stock.ts'
import type { Stock, StockMovement } from '#shop/stock/stock.ts'

export function toWireStock({ id, ...stock }: Stock): WireStock {
  return { _id: id, ...stock, onShelf: stock.available + stock.allocated }
}

export function toWireStockMovement({ id, createdAt, ...movement }: StockMovement): WireStockMovement {
  return { _id: id, time: createdAt.toISOString(), ...movement }
}

export function toStockChange({ note, ...change }: z.output<typeof StockAdjustment>): {
  change: StockChange
  note: string
} {
  if (change.reason !== 'edit') return { change, note }
  const { reason, available, availableBefore } = change
  return { change: { reason, available, shown: availableBefore }, note }
}
