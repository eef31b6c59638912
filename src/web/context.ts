import { createContext } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Log } from '#log.ts'

/** What every page may know of the shop that serves it. */
export interface Settings {
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
export const settingsContext = createContext<Settings>()
export const logContext = createContext<Log>()
