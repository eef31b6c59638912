import { type FormEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { priceLine, toPrices } from '#contract/pricing/prices.ts'
import { formatQuantity } from '#contract/pricing/quantity.ts'
import type { Membership } from '#contract/schemas/companies.ts'
import type { CompanyPrice, Tool } from '#contract/schemas/tools.ts'
import { OrderTotal } from '#web/cart/order-total.tsx'
import type { SessionAccount } from '#web/session/access-token.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { Field, FormError, TextArea } from '#web/ui/forms/field.tsx'
import { useMoney } from '#web/ui/text/money.tsx'
import { Dialog } from '#web/widgets/dialog.tsx'
import type { Contact } from './contact.ts'
import { PoNumberField } from './po-number-field.tsx'
import { useApprovalNote } from './use-approval-note.ts'

interface OrderDialogProps {
  account: SessionAccount
  contact: Contact
  tool: Tool & { companyPrice?: CompanyPrice }
  quantity: number
  admin: boolean
  membership: Membership
  onClose: () => void
}

/** The idempotency key stays, so that repeated submits place one order. */
export function OrderDialog({ account, contact, tool, quantity, admin, membership, onClose }: OrderDialogProps) {
  const formatMoney = useMoney()
  const fetcher = useFetcher<{ failure: string; errors?: Record<string, string> }>()
  const { failure, errors = {} } = fetcher.data ?? {}
  const [key] = useState(createId)
  const [hasAsked, setHasAsked] = useState(false)
  const [isContactQuestionShown, setContactQuestionShown] = useState(false)
  const { unitCents, totalCents } = priceLine(quantity, { ...tool, ...toPrices(tool) })
  const lines = [{ totalCents, taxPercent: tool.taxPercent }]
  const approvalNote = useApprovalNote({ membership, lines })
  const { company, role } = membership
  const obstacle = admin
    ? 'Admins cannot order for themselves. Open the buyer’s account to order for them.'
    : role === 'viewer'
      ? `You can’t place orders for ${company?.name}. Put the tool into the cart, and share it with a buyer or manager there.`
      : undefined

  function askForContact(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget)
    const isEmpty = ['phone', 'address'].every(name => String(form.get(name)).trim() === '')
    const asksNow = isEmpty && !hasAsked
    if (asksNow) event.preventDefault()
    setHasAsked(true)
    setContactQuestionShown(asksNow)
  }

  return (
    <Dialog title={tool.name} onClose={onClose}>
      <fetcher.Form method="post" className="grid gap-3" onSubmit={askForContact}>
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="toolName" value={tool.name} />
        <input type="hidden" name="price" value={unitCents / 100} />
        <input type="hidden" name="quantity" value={quantity} />
        <div className="grid grid-cols-2 gap-3">
          <Field label="Quantity" readOnly value={formatQuantity(quantity)} />
          <Field label="Unit price" readOnly value={formatMoney(unitCents / 100)} />
        </div>
        {role === 'viewer' && <p className="border-s-4 border-primary ps-3">{obstacle}</p>}
        <OrderTotal isWhole lines={lines} />
        <Field label="Name" readOnly value={account.name} />
        <Field label="Email" readOnly value={account.email} />
        <div className="grid items-end gap-3 sm:grid-cols-2">
          <Field
            label="Phone"
            name="phone"
            type="tel"
            autoComplete="tel"
            defaultValue={contact.phone}
            error={errors.phone}
          />
          <PoNumberField
            initial={undefined}
            error={errors.poNumber}
            isRequired={company?.poRequired ?? false}
            name="PO number"
          />
        </div>
        <TextArea
          label="Address"
          name="address"
          rows={5}
          className="input field-sizing-content h-auto min-h-22 w-full py-2 whitespace-pre-wrap"
          autoComplete="street-address"
          defaultValue={contact.address}
          error={errors.address}
        />
        <FormError>{isContactQuestionShown ? 'We have no address for this order. Order anyway?' : failure}</FormError>
        {admin && <p className="text-muted">{obstacle}</p>}
        {approvalNote && <p>{approvalNote}</p>}
        <div className="mt-2 flex justify-end gap-3">
          <button type="button" className="btn btn-quiet" onClick={onClose}>
            Close
          </button>
          {!obstacle && <SubmitButton busy={fetcher.state !== 'idle'}>Submit</SubmitButton>}
        </div>
      </fetcher.Form>
    </Dialog>
  )
}
