import type { Stripe, StripeCardNumberElement, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { SubmitButton } from '#web/ui/button.tsx'
import {
  type Billing,
  CardError,
  type CardFault,
  type CardField,
  type CardFormProps,
  type CardResult,
  findCardField,
  getFormClass,
  useCardPayment,
} from './card-form.tsx'

interface Card {
  stripe: Stripe
  number: StripeCardNumberElement
}

const parts = [
  ['cardNumber', 'number', 'Card number', 'col-span-2'],
  ['cardExpiry', 'expiry', 'Expiry (MM / YY)', ''],
  ['cardCvc', 'cvc', 'CVC', ''],
] as const

const unreachable: CardFault = { message: 'The card payment provider does not answer. Please load the page again.' }

/** Only Stripe can read the frames of its card fields (https://docs.stripe.com/js/elements_object). */
export default function StripeForm(props: CardFormProps) {
  const { payments, clientSecret, billing, total, paid } = props
  const fields = useRef<HTMLDivElement>(null)
  const [card, setCard] = useState<Card>()
  const [fieldFaults, setFieldFaults] = useState<Partial<Record<CardField, CardFault | undefined>>>({})
  const [failure, setFailure] = useState<CardFault>()
  const { busy, fault, pay } = useCardPayment(props)
  const shownFault = failure ?? fieldFaults.number ?? fieldFaults.expiry ?? fieldFaults.cvc ?? fault
  const wrongField = findCardField(shownFault)

  useEffect(() => {
    let close = () => {}
    let isMounted = true
    const mount = (stripe: Stripe | null) => {
      if (!isMounted || !fields.current) return
      if (!stripe) return setFailure(unreachable)
      const mounted = mountFields(stripe, fields.current, (field, each) =>
        setFieldFaults(shown => ({ ...shown, [field]: each })),
      )
      setCard({ stripe, number: mounted.number })
      close = mounted.close
    }
    loadStripe(payments.publishableKey).then(mount, () => setFailure(unreachable))
    return () => {
      isMounted = false
      close()
    }
  }, [payments.publishableKey])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (card && clientSecret) void pay(() => authorizeCard(card, clientSecret, billing))
  }

  return (
    <form onSubmit={submit} noValidate className={getFormClass(paid)}>
      <div ref={fields} hidden={paid} className="grid grid-cols-2 gap-4">
        {parts.map(([name, field, label, className]) => (
          <div key={name} className={`grid gap-1 ${className}`}>
            <label htmlFor={name} className="font-semibold">
              {label}
            </label>
            <div id={name} aria-invalid={field === wrongField || undefined} className="input block w-full py-2" />
          </div>
        ))}
      </div>
      <CardError fault={shownFault} />
      <SubmitButton busy={busy} disabled={!clientSecret || !card || paid}>
        Pay <span aria-hidden="true">{total}</span>
      </SubmitButton>
    </form>
  )
}

function mountFields(
  stripe: Stripe,
  fields: HTMLElement,
  onFault: (field: CardField, fault: CardFault | undefined) => void,
) {
  const { color, fontSize } = getComputedStyle(fields)
  const elements = stripe.elements()
  const style = { base: { color, fontSize, iconColor: color } }
  const number = elements.create('cardNumber', { style, showIcon: true })
  const expiry = elements.create('cardExpiry', { style })
  const cvc = elements.create('cardCvc', { style })
  const all = [number, expiry, cvc]
  for (const [index, [name]] of parts.entries()) all[index]?.mount(`#${name}`)
  number.on('change', ({ error }) => onFault('number', error))
  expiry.on('change', ({ error }) => onFault('expiry', error))
  cvc.on('change', ({ error }) => onFault('cvc', error))
  const close = () => {
    for (const element of all) element.destroy()
  }
  return { number, close }
}

async function authorizeCard({ stripe, number }: Card, clientSecret: string, billing: Billing): Promise<CardResult> {
  const method = await stripe.createPaymentMethod({ type: 'card', card: number, billing_details: { ...billing } })
  if (method.error) return { fault: toFault(method.error) }
  const confirmed = await stripe.confirmCardPayment(clientSecret, { payment_method: method.paymentMethod.id })
  if (confirmed.error) return { fault: toFault(confirmed.error) }
  return { paymentIntentId: confirmed.paymentIntent.id }
}

const toFault = ({ message, code }: StripeError): CardFault => (message ? { message, code } : unreachable)
