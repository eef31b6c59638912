/** Apps show codes in groups, lists of recovery codes have hyphens, and keyboards add full-width digits and capitals. */
export const normalizeCode = (typed: string) =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Pd}\u2212]/gu, '')
    .toLowerCase()

export const isAppCode = (code: string) => /^\d{6}$/.test(code)
