import { type ReactNode, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import type { SavedAddress } from '#contract/schemas/addresses.ts'
import type { CartLine } from '#contract/schemas/carts.ts'
import type { Membership } from '#contract/schemas/companies.ts'
import { AddressChoice } from '#web/addresses/address-choice.tsx'
import { checkLine, listSummed } from '#web/cart/check-line.ts'
import type { DraftLine } from '#web/cart/draft-line.ts'
import { VerifyNotice } from '#web/identity/verify-notice.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { FormError, TextArea } from '#web/ui/forms/field.tsx'
import { readCheckoutDraft } from './checkout-draft.ts'
import { LineFailures } from './line-failures.tsx'
import type { Failed } from './place-order.ts'
import { PoNumberField } from './po-number-field.tsx'
import { useApprovalNote } from './use-approval-note.ts'

export const placeOrderId = 'place-order'

export interface Buyer {
  name: string
  phone: string
  addresses: SavedAddress[]
  membership: Membership
}

interface PlaceOrderFormProps {
  buyer: Buyer
  lines: readonly CartLine[]
  /** An order with the same key is placed once. */
  orderKey: string
  failed: Partial<Failed>
  busy: boolean
  /** Whether the lines can be ordered; says and shows why not. */
  check: () => boolean
  /** The sum, above the button. */
  children: ReactNode
}

export function PlaceOrderForm({ buyer, lines, orderKey, failed, busy, check, children }: PlaceOrderFormProps) {
  const { name, phone, addresses, membership } = buyer
  const { company } = membership
  const { failure, errors = {}, lineFailures = [] } = failed
  const [draft] = useState(readCheckoutDraft)
  const isDrafted = Object.keys(draft).length > 0
  const [isSameAddress, setSameAddress] = useState(!isDrafted || draft.sameAddress === 'on')
  const submit = useSubmit()
  const approvalNote = useApprovalNote({ membership, lines: listSummed(lines) })
  return (
    <Form
      id={placeOrderId}
      method="post"
      noValidate
      className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (busy || !check()) return
        const form = new FormData(event.currentTarget)
        form.set('key', orderKey)
        form.set('lines', JSON.stringify(lines.map(toOrderedLine)))
        form.set('addresses', JSON.stringify(addresses))
        void submit(form, { method: 'post' })
      }}
    >
      <VerifyNotice before="order" />
      <AddressChoice
        legend="Deliver to"
        prefix="shipTo"
        addresses={addresses}
        draft={draft}
        initial={{ name, phone }}
        errors={errors}
      />
      {company ? (
        <p className="text-muted">
          The bill goes to {company.name}.
          <input type="hidden" name="sameAddress" value="on" />
        </p>
      ) : (
        <>
          <label className="flex items-center gap-3 py-1">
            <input
              type="checkbox"
              className="checkbox"
              name="sameAddress"
              checked={isSameAddress}
              onChange={event => setSameAddress(event.target.checked)}
            />
            The bill goes to the same address
          </label>
          {!isSameAddress && (
            <AddressChoice
              legend="Bill to"
              prefix="billTo"
              addresses={addresses}
              draft={draft}
              initial={{ name }}
              errors={errors}
            />
          )}
        </>
      )}
      <PoNumberField initial={draft.poNumber} error={errors.poNumber} isRequired={company?.poRequired ?? false} />
      <TextArea
        label="Note to the shop (optional)"
        name="note"
        rows={1}
        defaultValue={draft.note}
        error={errors.note}
      />
      <div className="grid gap-3 border-t border-base-300 bg-base-100 pt-3 lg:tall:sticky lg:tall:bottom-0 lg:tall:-mx-4 lg:tall:-mb-4 lg:tall:px-4 lg:tall:pb-4">
        {children}
        <FormError>{busy ? undefined : failure}</FormError>
        <LineFailures sentences={busy ? [] : lineFailures} />
        {approvalNote && <p>{approvalNote}</p>}
        <SubmitButton busy={busy}>Place order</SubmitButton>
        {!approvalNote && <p className="text-sm text-muted">You pay on the next page: that secures your pieces.</p>}
      </div>
    </Form>
  )
}

/** At the price that the page shows. */
function toOrderedLine(line: CartLine): DraftLine {
  const { toolId, toolName, sku, quantity } = line
  return { toolId, toolName, sku, quantity, price: (checkLine(line).price?.unitCents ?? 0) / 100 }
}
