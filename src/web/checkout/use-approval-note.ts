import type { Membership } from '#contract/schemas/companies.ts'
import { type SummedLine, useOrderTotal } from '#web/cart/order-total.tsx'
import { useMoney } from '#web/ui/text/money.tsx'

interface ApprovalNoteProps {
  membership: Membership
  lines: readonly SummedLine[]
}

/** 'This is more than the $120.00 left …', where the order would wait for approval. */
export function useApprovalNote({ membership, lines }: ApprovalNoteProps): string | undefined {
  const formatMoney = useMoney()
  const { totalCents } = useOrderTotal(lines)
  const { amount, amountLeft } = membership
  if (amount === null || amountLeft === null || totalCents <= Math.round(amountLeft * 100)) return undefined
  const aDay = `your ${formatMoney(amount)} a day`
  if (amountLeft === 0) return `Nothing is left of ${aDay}: a manager approves this order first.`
  const limit = amountLeft === amount ? aDay : `the ${formatMoney(amountLeft)} that are left of ${aDay}`
  return `This is more than ${limit}: a manager approves it first.`
}
