export const maxStock = 100_000_000
export const maxImageBytes = 10_000_000
export const minPasswordLength = 6

/** Counts of long lists stop here; earlier when every row has to be searched. */
export const countLimit = (searchText: string | undefined) => (searchText ? 1_000 : 10_000)
