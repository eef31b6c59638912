export const maxStock = 100_000_000
export const maxImageBytes = 10_000_000
export const minPasswordLength = 6

/** Counting stops here; earlier for a search, which may read every row. */
export const countLimit = (searchText: string | undefined) => (searchText ? 1_000 : 10_000)
