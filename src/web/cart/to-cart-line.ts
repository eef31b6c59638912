import type { Tool } from '#contract/schemas/tools.ts'
import type { StoredLine } from './cart-store.ts'

/** The line gets the list price, which price breaks may lower. */
export function toCartLine(
  { _id, name, sku, price }: Pick<Tool, '_id' | 'name' | 'sku' | 'price'>,
  quantity: number,
): StoredLine {
  return { toolId: _id, toolName: name, sku, quantity, price }
}
