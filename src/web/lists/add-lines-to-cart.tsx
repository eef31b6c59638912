import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { CartLine } from '#contract/schemas/carts.ts'
import { addLines } from '#web/cart/cart-store.ts'
import { checkLine, sumCents } from '#web/cart/check-line.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Adds the lines that can be ordered; the others stay where they are. */
export function AddLinesToCart({ lines }: { lines: readonly CartLine[] }) {
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const good = lines.filter(line => checkLine(line).problem === undefined)
  const left = lines.length - good.length
  const count = good.length === 1 ? '1 tool' : `${good.length} tools`

  async function add() {
    if (busy || good.length === 0) return
    setBusy(true)
    try {
      await addLines(good.map(({ tool: _, ...line }) => line))
      toast('success', `Added ${count} to the cart`)
      await navigate('/cart')
    } catch (error) {
      toast('error', toErrorMessage(error))
    }
    setBusy(false)
  }

  return (
    <div className="grid justify-items-end gap-3">
      <p className="text-2xl font-semibold tabular-nums">Total {formatMoney(sumCents(good) / 100)}</p>
      {left > 0 && (
        <p className="text-error">
          {left === 1 ? 'One line needs another look, and is' : `${left} lines need another look, and are`} not added.
        </p>
      )}
      <Button className="btn btn-primary btn-lg" aria-disabled={busy || good.length === 0 || undefined} onClick={add}>
        Add {count} to the cart
      </Button>
    </div>
  )
}
