import { useState } from 'react'
import { useFetcher } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { formatQuantity } from '#contract/quantity.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import type { SessionAccount } from '#web/session/access-token.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'

interface OrderDialogProps {
  account: SessionAccount
  tool: Tool
  quantity: number
  hideSubmit: boolean
  onClose: () => void
}

/** One dialog places one order, however often it is submitted: its idempotency key stays. */
export function OrderDialog({ account, tool, quantity, hideSubmit, onClose }: OrderDialogProps) {
  const fetcher = useFetcher<{ failure: string }>()
  const [key] = useState(createKey)
  return (
    <Dialog title={tool.name} onClose={onClose}>
      <fetcher.Form method="post" className="grid gap-3">
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="toolName" value={tool.name} />
        <input type="hidden" name="price" value={tool.price} />
        <input type="hidden" name="quantity" value={quantity} />
        <div className="grid grid-cols-2 gap-3">
          <Field label="Quantity" readOnly value={formatQuantity(quantity)} />
          <Field label="Unit price" readOnly value={formatMoney(tool.price)} />
        </div>
        <Field label="Name" readOnly value={account.name} />
        <Field label="Email" readOnly value={account.email} />
        <Field label="Phone" name="phone" type="tel" autoComplete="tel" maxLength={100} />
        <Field label="Address" name="address" autoComplete="street-address" maxLength={1000} />
        <FormError>{fetcher.data?.failure}</FormError>
        {hideSubmit && <p className="text-muted">Admins look after orders; they place none.</p>}
        <div className="mt-2 flex justify-end gap-3">
          <button type="button" className="btn btn-quiet" onClick={onClose}>
            Close
          </button>
          {!hideSubmit && <SubmitButton busy={fetcher.state !== 'idle'}>Submit</SubmitButton>}
        </div>
      </fetcher.Form>
    </Dialog>
  )
}

/** 128 random bits as text; `crypto.randomUUID` would need HTTPS. */
function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-')
}
