import { createContext } from 'react-router'
import type { Appearance, Pictures } from '#contract/appearance/appearance.ts'
import type { Client } from '#contract/client.ts'
import type { PriceTerms } from '#contract/pricing/currencies.ts'
import type { FooterLinks } from '#contract/schemas/footer-entries.ts'

export interface PageAppearance extends Pick<Appearance, 'bannerAbove' | 'bannerBelow' | 'hiddenSections'> {
  /** CSS of another accent than the default. */
  accentStyle?: string
  pictures: Pictures
  footerPages: readonly { slug: string; title: string }[]
  /** Undefined until an address is named. */
  social?: Appearance['social']
}

export interface PageSettings extends PriceTerms {
  storeName: string
  footerLinks: FooterLinks
  appearance: PageAppearance
  contact: { address: string; phone: string; email: string }
  year: number
  timeZone: string
  origin: string
  /** Tools without a rate of their own have this one. */
  taxPercent: number
  /** What an order comes to at least, as prices are shown. */
  orderMinimum: number
  /** Such as 'the next working day', or empty. */
  dispatchTime: string
  requiresVerifiedEmail: boolean
  oidcName: string | undefined
  payments: { form: 'sandbox' | 'stripe'; publishableKey: string }
  imageOrigin: string | undefined
}

export interface PageHandle {
  /** Query parameters of a page that is equal for all visitors, and cached for them. */
  sharedBy?: readonly string[]
  isPersonal?: true
}

export const clientContext = createContext<Client>()
export type Report = (error: unknown) => void

export const settingsContext = createContext<PageSettings>()
export const reportContext = createContext<Report>()
