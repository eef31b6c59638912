import { createContext } from 'react'

/** Marks the page's own inline scripts and styles until `finishPage` removes it. */
export const NonceContext = createContext<string | undefined>(undefined)
