import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/schemas/orders.ts'

/** Such as 'Circular Saw, 10 pieces, $1,290.00'. */
export function describeOrder({ toolName, quantity, totalPrice }: Order): string {
  return `${toolName}, ${quantity}, ${formatMoney(totalPrice)}`
}
