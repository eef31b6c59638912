import { type FormEvent, useEffect, useRef, useState } from 'react'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Dialog } from '#web/widgets/dialog.tsx'
import {
  CardError,
  type CardField,
  type CardFormProps,
  findCardField,
  getFormClass,
  useCardPayment,
} from './card-form.tsx'
import { createSandboxGateway } from './sandbox-gateway.ts'

const noCard = { number: '', expiry: '', cvc: '' }

/** Takes test cards only; they are sent to the sandbox and stored nowhere. */
export function SandboxForm(props: CardFormProps) {
  const { payments, clientSecret, billing, total, paid } = props
  const gateway = createSandboxGateway(payments.publishableKey)
  const [card, setCard] = useState(noCard)
  const { busy, fault, challenged, processPayment, pay } = useCardPayment(props)

  const form = useRef<HTMLFormElement>(null)
  const errorField = findCardField(fault)
  const errors: Partial<Record<CardField, string | undefined>> = errorField ? { [errorField]: fault?.message } : {}
  useEffect(() => {
    if (errorField) form.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus()
  }, [errorField])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (clientSecret) void pay(() => gateway.pay(clientSecret, card, billing))
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className={getFormClass(paid)}>
      <div hidden={paid} className="grid gap-4">
        <p className="border-l-4 border-primary bg-base-200 px-3 py-2">
          <strong>Test mode.</strong> No real card is taken.{' '}
          <span className="whitespace-nowrap">4242 4242 4242 4242</span> pays;{' '}
          <span className="whitespace-nowrap">4000 0000 0000 0002</span> is declined.
        </p>
        <Field
          label="Card number"
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="1234 1234 1234 1234"
          value={card.number}
          onChange={event => setCard({ ...card, number: formatCardNumber(event.target.value) })}
          error={errors.number}
        />
        <div className="grid grid-cols-2 gap-4">
          <Field
            label="Expiry (MM / YY)"
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="MM / YY"
            value={card.expiry}
            onChange={event => setCard({ ...card, expiry: formatExpiry(event.target.value, card.expiry) })}
            error={errors.expiry}
          />
          <Field
            label="CVC"
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder="CVC"
            value={card.cvc}
            onChange={event => setCard({ ...card, cvc: takeDigits(event.target.value) })}
            error={errors.cvc}
          />
        </div>
      </div>
      <CardError fault={errorField ? undefined : fault} />
      <SubmitButton busy={busy} disabled={!clientSecret || paid}>
        Pay <span aria-hidden="true">{total}</span>
      </SubmitButton>
      {challenged && clientSecret && (
        <Dialog title="Confirm it is you" onClose={() => processPayment(gateway.authenticate(clientSecret, 'fail'))}>
          <p className="mb-6">Your bank would ask you to approve this payment now (3-D Secure, test mode).</p>
          <div className="flex flex-wrap justify-end gap-3">
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() => processPayment(gateway.authenticate(clientSecret, 'fail'))}
            >
              Fail authentication
            </button>
            <button
              type="button"
              className="btn btn-primary"
              onClick={() => processPayment(gateway.authenticate(clientSecret, 'complete'))}
            >
              Complete authentication
            </button>
          </div>
        </Dialog>
      )}
    </form>
  )
}

const takeDigits = (text: string) => text.replace(/\D/g, '')

function formatCardNumber(text: string): string {
  const number = takeDigits(text)
  return (/^3[47]/.test(number) ? number.match(/^\d{1,4}|\d{1,6}/g) : number.match(/\d{1,4}/g))?.join(' ') ?? ''
}

/** Takes '12/2040' and, as browsers fill it in, '2040-12'. */
function formatExpiry(text: string, previousText: string): string {
  const monthFirst = text.replace(/^(20\d\d)-(\d\d)$/, '$2$1')
  const typed = takeDigits(/^[2-9]/.test(monthFirst) ? `0${monthFirst}` : monthFirst)
  const digits = typed.replace(/^(\d\d)20(?=\d\d$)/, '$1')
  if (digits.length < 2 || (digits.length === 2 && text.length < previousText.length)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}
