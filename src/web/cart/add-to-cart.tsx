import { useState } from 'react'
import { formatPieceCount } from '#contract/pricing/quantity.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CartIcon } from './cart-icon.tsx'
import { addToCart } from './cart-store.ts'
import type { DraftLine } from './draft-line.ts'

interface AddToCartProps {
  line: DraftLine
  className: string
  isIcon?: boolean
  isDisabled?: boolean
}

export function useAddToCart() {
  const [busy, setBusy] = useState(false)
  async function add(line: DraftLine) {
    if (busy) return
    setBusy(true)
    try {
      await addToCart(line)
      toast('success', `Added ${formatPieceCount(line.quantity)} of ${line.toolName} to the cart`, 'cart')
    } catch (error) {
      toast('error', toErrorMessage(error))
    }
    setBusy(false)
  }
  return { busy, add }
}

export function AddToCart({ line, className, isIcon = false, isDisabled = false }: AddToCartProps) {
  const { busy, add } = useAddToCart()
  return (
    <Button
      className={`customer-only btn btn-quiet ${className}`}
      aria-disabled={busy || isDisabled || undefined}
      aria-label={`Add to cart: ${line.toolName}`}
      onClick={() => !isDisabled && add(line)}
    >
      {isIcon ? <CartIcon /> : 'Add to cart'}
    </Button>
  )
}
