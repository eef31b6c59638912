export const maxStock = 100_000_000
export const maxPriceCents = 100_000_000
export const maxImageBytes = 10_000_000
export const minPasswordLength = 6
/** Closing an account needs a login at most this old. */
export const recentLoginMs = 5 * 60_000

/** Counting stops at this limit. It is lower for a search, which may read every row. */
export const countLimit = (searchText: string | undefined) => (searchText ? 1_000 : 10_000)
export const facetCountLimit = 1_000
export const maxOrderLines = 1000
export const maxSelected = 100
export const maxInvitations = 50
export const maxAddresses = 50
export const maxSavedLists = 50
export const maxPages = 200
/** Characters of Markdown. */
export const maxPageLength = 50_000

export const maxImportCellLength = 20_000

/** 64 characters, an at sign and 255: RFC 3696, section 3. */
export const maxEmailLength = 320

export const maxPartNumbers = 50_000
