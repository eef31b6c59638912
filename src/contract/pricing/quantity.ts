export interface QuantityRules {
  minimum: number
  available: number
  increment?: number
}

/** `nearest` has the next lower and the next higher orderable quantity, where they exist. */
export type QuantityCheck = { ok: true } | { ok: false; nearest: readonly number[]; sentence: string }

export function checkQuantity(quantity: number, { minimum, available, increment = 1 }: QuantityRules): QuantityCheck {
  const first = Math.ceil(minimum / increment) * increment
  const last = Math.floor(available / increment) * increment
  const fail = (sentence: string, ...nearest: number[]): QuantityCheck => ({ ok: false, nearest, sentence })
  if (available < 1) return fail('No pieces are in stock.')
  if (last < first) return fail(`Fewer pieces are left than the minimum order of ${formatPieceCount(first)}.`)
  if (Number.isNaN(quantity)) return fail(`Enter a whole number from ${first} to ${last}.`, first)
  if (quantity < first) return fail(`The minimum order is ${formatPieceCount(first)}.`, first)
  if (quantity > last) return fail(`At most ${formatPieceCount(last)} can be ordered.`, last)
  const lower = Math.floor(quantity / increment) * increment
  if (lower === quantity) return { ok: true }
  const higher = lower + increment
  if (increment === 1) return fail(`Enter a whole number: ${lower} or ${higher}.`, lower, higher)
  return fail(`${quantity} is not a multiple of ${increment}. Next valid: ${lower} or ${higher}.`, lower, higher)
}

export function isOrderable(quantity: number, rules: QuantityRules): boolean {
  return checkQuantity(quantity, rules).ok
}

export function isInStock(tool: QuantityRules): boolean {
  return isOrderable(tool.minimum, tool)
}

export function formatQuantity(quantity: number): string {
  return `${quantity} pieces`
}

export const formatPieceCount = (quantity: number): string => (quantity === 1 ? '1 piece' : formatQuantity(quantity))
