import { createContext } from 'react'

/** Of the page's inline scripts while the server renders it: see `extractPolicy`. */
export const NonceContext = createContext<string | undefined>(undefined)
