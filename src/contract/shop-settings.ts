import type { Appearance } from './appearance/appearance.ts'
import type { PriceTerms } from './pricing/currencies.ts'

export interface ShopSettings extends Appearance {
  storeName: string
  contactAddress: string
  contactPhone: string
  contactEmail: string
  /** Seller on documents; empty: the shop's name. */
  sellerName: string
  sellerAddress: string
  sellerTaxId: string
  sellerBank: string
  /** IANA time zone such as 'Europe/Berlin' that bounds the days in documents and figures. */
  timeZone: string
  /** Tax that prices include, for tools without a rate of their own. */
  taxPercent: number
  orderMinimumCents: number
  /** Delivery time that is added to the return period. */
  returnTransitDays: number
  /** When paid orders leave the shop, such as 'the next working day'; empty: nothing is said. */
  dispatchTime: string
}

/** What admins can change, and what stays from the first order on. */
export interface CurrentSettings extends ShopSettings, PriceTerms {}
