import { randomBytes } from 'node:crypto'
import { getMinCharge, isCurrency, maxChargeCents } from '#contract/pricing/currencies.ts'
import { formatCents } from '#contract/pricing/money.ts'
import { createCardError, createInvalidRequestError, describeInvalidExpiry } from './sandbox-errors.ts'
import { type CardOutcome, detectBrand, incorrectNumber, isCardNumber, liveCard, testCards } from './test-cards.ts'

export interface Intent {
  id: string
  object: 'payment_intent'
  client_secret: string
  status: 'requires_payment_method' | 'requires_action' | 'requires_capture' | 'succeeded' | 'canceled'
  capture_method: 'automatic' | 'manual'
  amount: number
  amount_capturable: number
  amount_received: number
  /** When an authorization expires, in Unix seconds; 0 before an authorization. */
  capture_before: number
  payment_method: string | null
  next_action: { type: 'use_stripe_sdk' } | null
  last_payment_error: object | null
  metadata: Record<string, string>
  [field: string]: unknown
}

/** The id encodes the test card, so methods are not stored: anyone can create any number of them. */
interface PaymentMethod {
  id: string
  object: 'payment_method'
  [field: string]: unknown
}

const cards = Object.keys(testCards)

export function findOutcome(methodId: string | null): CardOutcome | undefined {
  const [, index] = /^pm_(\d+|live)_\w+$/.exec(methodId ?? '') ?? []
  if (index === undefined) return undefined
  return testCards[cards[Number(index)] ?? ''] ?? liveCard
}

export function createIntent(form: URLSearchParams, now: Date): Intent {
  const amount = Number(form.get('amount'))
  const currency = (form.get('currency') ?? '').toUpperCase()
  if (!isCurrency(currency)) throw createInvalidRequestError('parameter_invalid', `Invalid currency: ${currency}.`)
  const format = (cents: number) => `${formatCents(cents, currency)} ${currency.toLowerCase()}`
  const minChargeCents = getMinCharge(currency)
  if (!Number.isSafeInteger(amount) || amount < minChargeCents)
    throw createInvalidRequestError('amount_too_small', `Amount must be at least ${format(minChargeCents)}.`)
  if (amount > maxChargeCents)
    throw createInvalidRequestError('amount_too_large', `Amount must be no more than ${format(maxChargeCents)}.`)
  const id = `pi_${createToken()}`
  const metadata = [...form].map(([name, value]) => [/^metadata\[(\w+)\]$/.exec(name)?.[1], value] as const)
  return {
    id,
    object: 'payment_intent',
    client_secret: `${id}_secret_${createToken()}`,
    status: 'requires_payment_method',
    capture_method: form.get('capture_method') === 'manual' ? 'manual' : 'automatic',
    amount,
    amount_capturable: 0,
    amount_received: 0,
    capture_before: 0,
    currency: currency.toLowerCase(),
    payment_method: null,
    payment_method_types: ['card'],
    next_action: null,
    last_payment_error: null,
    metadata: Object.fromEntries(metadata.filter(([name]) => name !== undefined)),
    created: Math.floor(now.getTime() / 1000),
    livemode: false,
  }
}

export function createCardMethod(form: URLSearchParams, now: Date): PaymentMethod {
  const getField = (name: string) => (form.get(`card[${name}]`) ?? '').trim()
  const number = getField('number').replace(/[ -]/g, '')
  const month = Number(getField('exp_month'))
  const year = Number(getField('exp_year').replace(/^(\d\d)$/, '20$1'))
  if (form.get('type') !== 'card') throw createInvalidRequestError('parameter_missing', 'The sandbox takes cards only.')
  if (!isCardNumber(number)) throw createCardError(incorrectNumber, 'number')
  if (!(month >= 1 && month <= 12)) throw createCardError(describeInvalidExpiry('month'), 'exp_month')
  if (!(year >= now.getUTCFullYear() && year < now.getUTCFullYear() + 50))
    throw createCardError(describeInvalidExpiry('year'), 'exp_year')
  if (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
    throw createCardError(describeInvalidExpiry('month'), 'exp_month')
  if (!/^\d{3,4}$/.test(getField('cvc'))) {
    throw createCardError({ code: 'invalid_cvc', message: "Your card's security code is invalid." }, 'cvc')
  }
  const brand = detectBrand(number)
  return {
    id: `pm_${testCards[number] ? cards.indexOf(number) : 'live'}_${createToken()}`,
    object: 'payment_method',
    type: 'card',
    card: { brand, last4: number.slice(-4), exp_month: month, exp_year: year },
    created: Math.floor(now.getTime() / 1000),
    livemode: false,
  }
}

export const createToken = () => randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')
