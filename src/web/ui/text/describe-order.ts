import type { Currency } from '#contract/pricing/currencies.ts'
import { formatMoney } from '#contract/pricing/money.ts'
import type { Order } from '#contract/schemas/orders.ts'

/** Returns 'Circular Saw, 10 pieces, $1,290.00' or 'Circular Saw and 3 more, $1,290.00'. */
export function describeOrder({ toolName, quantity, lineCount, totalPrice }: Order, currency: Currency): string {
  return [toolName, ...(lineCount === 1 ? [quantity] : []), formatMoney(totalPrice, currency)].join(', ')
}
