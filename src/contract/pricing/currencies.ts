/**
 * Currencies with two decimals, and the smallest charge of a card in each, in cents, as Stripe takes it
 * (https://docs.stripe.com/currencies, read on 2026-11-29).
 */
const minChargeCents = {
  AUD: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  USD: 50,
} as const

export type Currency = keyof typeof minChargeCents

export const currencyCodes = Object.keys(minChargeCents) as Currency[]

const signs: { [Code in Currency]?: string } = {
  AUD: 'A$',
  CAD: 'CA$',
  EUR: '€',
  GBP: '£',
  NZD: 'NZ$',
  SGD: 'S$',
  USD: '$',
}

/** Stands before an amount; others have their code and a space. */
export const getSign = (currency: Currency) => signs[currency] ?? `${currency}\u00a0`

const localMarks: { [Code in Currency]?: readonly string[] } = {
  AUD: ['$', 'AU$'],
  CAD: ['$', 'C$'],
  CZK: ['Kč'],
  DKK: ['kr'],
  NOK: ['kr'],
  NZD: ['$'],
  PLN: ['zł'],
  SEK: ['kr'],
  SGD: ['$'],
  USD: ['US$'],
}

/** Whether '$', 'kr' or 'EUR' beside an amount can mean this currency. */
export const isMarkOf = (mark: string, currency: Currency): boolean =>
  [currency, getSign(currency), ...(localMarks[currency] ?? [])].includes(mark)

export const getMinCharge = (currency: Currency): number => minChargeCents[currency]

export const isCurrency = (code: string): code is Currency => Object.hasOwn(minChargeCents, code)

/** A shop keeps both from its first order on. */
export interface PriceTerms {
  currency: Currency
  /** Otherwise tax is added to the sum of an order. */
  pricesIncludeTax: boolean
}

/** In cents; the card payment provider sets both limits. The highest has eight digits in each currency. */
export const maxChargeCents = 99_999_999
export const isChargeable = (cents: number, currency: Currency): boolean =>
  cents >= minChargeCents[currency] && cents <= maxChargeCents
