import type { CartLine } from '#contract/schemas/carts.ts'
import type { Tool } from '#contract/schemas/tools.ts'

/** A line of a cart, a list, or an order of one's own or on behalf. */
export type DraftLine = Pick<CartLine, 'toolId' | 'toolName' | 'sku' | 'quantity' | 'price'>

/** The line gets the list price, which price breaks may lower. */
export function toDraftLine(
  { _id, name, sku, price }: Pick<Tool, '_id' | 'name' | 'sku' | 'price'>,
  quantity: number,
): DraftLine {
  return { toolId: _id, toolName: name, sku, quantity, price }
}

export type SentLine = Pick<DraftLine, 'toolId' | 'quantity' | 'price'>

export const toSentLine = ({ toolId, quantity, price }: SentLine): SentLine => ({ toolId, quantity, price })
