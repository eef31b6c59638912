import { createContext } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { FooterLinks } from '#contract/footer-entries.ts'

/** Sent to every page. */
export interface PageSettings {
  storeName: string
  footerLinks: FooterLinks
  contact: { address: string; phone: string; email: string }
  /** In the shop's time zone: a browser's may differ. */
  year: number
  /** Of the IANA database. */
  timeZone: string
  /** The canonical origin, for absolute URLs. */
  origin: string
  /** What an order comes to at least, in dollars. */
  orderMinimum: number
  /** Before an account orders, reviews or uploads. */
  requiresVerifiedEmail: boolean
  /** The name of a provider of OpenID Connect that people sign in with. */
  oidcName: string | undefined
  payments: { form: 'sandbox' | 'stripe'; publishableKey: string }
  /** Origin of uploaded images on S3. */
  imageOrigin: string | undefined
}

/** What the shop and the frame of the pages have to know of a page: its `handle`. */
export interface PageHandle {
  /** It is the same for all visitors, and cached for them. These are the parameters of the query that it reads. */
  sharedBy?: readonly string[]
  /** It belongs to one person: its footer is short. */
  isPersonal?: true
}

export const clientContext = createContext<Client>()
export type Report = (error: unknown) => void

export const settingsContext = createContext<PageSettings>()
export const reportContext = createContext<Report>()
