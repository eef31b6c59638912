import { createContext } from 'react-router'
import type { Client } from '#contract/client.ts'

/** What every page may know of the shop that serves it. */
export interface PageSettings {
  storeName: string
  /** The canonical origin, for addresses that leave the site. */
  origin: string
  payments: { form: 'sandbox' | 'stripe'; publishableKey: string }
  /** The Firebase project that people sign in at; without it, they sign in at the shop itself. */
  firebase: FirebaseSettings | undefined
  /** Where pictures come from, if not from the shop itself. */
  imageOrigin: string | undefined
}

/** What the Firebase SDK has to know of a project; none of it is secret. */
export interface FirebaseSettings {
  apiKey: string
  projectId: string
  authDomain: string
  /** A stand-in for Firebase, in tests. */
  emulatorOrigin?: string | undefined
}

export const clientContext = createContext<Client>()
/** Takes what went wrong in a page, for the operator. */
export type Report = (error: unknown) => void

export const settingsContext = createContext<PageSettings>()
export const reportContext = createContext<Report>()
