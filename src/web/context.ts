import { createContext } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { FooterLinks } from '#contract/schemas/footer-entries.ts'

export interface PageSettings {
  storeName: string
  footerLinks: FooterLinks
  contact: { address: string; phone: string; email: string }
  year: number
  timeZone: string
  origin: string
  /** Minimum order value in dollars. */
  orderMinimum: number
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
