import type { Tool } from '#contract/schemas/tools.ts'
import type { StoredLine } from './cart-store.ts'

/** At the list price, which an order may cost less than. */
export function toCartLine(
  { _id, name, sku, price }: Pick<Tool, '_id' | 'name' | 'sku' | 'price'>,
  quantity: number,
): StoredLine {
  return { toolId: _id, toolName: name, sku, quantity, price }
}
