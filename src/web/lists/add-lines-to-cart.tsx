import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CartLine } from '#contract/schemas/carts.ts'
import { addLines, describeLeftOut, loadCart } from '#web/cart/cart-store.ts'
import { checkLine, listSummed } from '#web/cart/check-line.ts'
import { OrderTotal } from '#web/cart/order-total.tsx'
import { assertDone, toErrorMessage } from '#web/session/api-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

export function AddLinesToCart({ lines }: { lines: readonly CartLine[] }) {
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const orderable = lines.filter(line => checkLine(line).problem === undefined)
  const left = lines.length - orderable.length
  const count = orderable.length === 1 ? '1 tool' : `${orderable.length} tools`

  async function add() {
    if (busy || orderable.length === 0) return
    setBusy(true)
    try {
      const { lines: inCart } = await loadCart()
      const again = orderable.filter(({ toolId }) => inCart.some(each => each.toolId === toolId)).length
      const leftOut = await addLines(orderable.map(({ tool: _, ...line }) => line))
      assertDone(leftOut.length === 0, describeLeftOut(leftOut.length))
      const already = again === 1 ? 'One was already in it' : `${again} were already in it`
      const note = again > 0 ? `. ${already}: the pieces were added together.` : ''
      toast('success', `Added ${count} to the cart${note}`)
      await navigate('/cart')
    } catch (error) {
      toast('error', toErrorMessage(error))
    }
    setBusy(false)
  }

  return (
    <div className="total-bar">
      {left > 0 && (
        <p className="text-error">
          {left === 1 ? 'One line needs another look, and is' : `${left} lines need another look, and are`} not added.
        </p>
      )}
      <div className="ml-auto">
        <OrderTotal lines={listSummed(orderable)} />
      </div>
      <Button
        className="btn btn-primary max-sm:w-full"
        aria-disabled={busy || orderable.length === 0 || undefined}
        onClick={add}
      >
        Add {count} to the cart
      </Button>
    </div>
  )
}
