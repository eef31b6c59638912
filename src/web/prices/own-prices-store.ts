import type { CompanyPrice } from '#contract/schemas/tools.ts'
import { readAccount, readCompany } from '#web/session/access-token.ts'

/** What the reader's company pays, by the id of a tool; undefined: the list price. `load-own-prices.ts` reads them. */
export const prices = new Map<string, CompanyPrice | undefined>()
export const wanted = new Set<string>()

/** Whose prices they are. */
export const owner = { reader: '' }

export const findReader = () => `${readAccount()?.id} ${readCompany()}`
