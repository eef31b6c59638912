import type { Tool } from '#contract/schemas/tools.ts'
import type { CartEntry } from './cart-store.ts'

/** The line gets the list price, which price breaks may lower. */
export function toCartEntry(
  { _id, name, sku, price }: Pick<Tool, '_id' | 'name' | 'sku' | 'price'>,
  quantity: number,
): CartEntry {
  return { toolId: _id, toolName: name, sku, quantity, price }
}
