import { createContext } from 'react-router'
import type { Client } from '#contract/client.ts'

/** What every page may know of the shop that serves it. */
export interface Settings {
  storeName: string
  /** The canonical origin, for addresses that leave the site. */
  origin: string
  payments: { form: 'sandbox' | 'stripe'; publishableKey: string }
}

export const clientContext = createContext<Client>()
export const settingsContext = createContext<Settings>()
