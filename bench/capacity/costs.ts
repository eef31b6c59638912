/** What one request costs, from `measure-costs.ts`. */
export interface RequestCost {
  /** Of CPU, all threads of the shop's process. */
  processMs: number
  /** Of CPU in PostgreSQL. */
  databaseMs: number
  statements: number
  /** How long a statement holds its connection, at low load. */
  heldMs: number
}

export const requestKinds = ['hit', 'file', 'page', 'search', 'signedIn', 'order', 'adminList', 'signIn'] as const
export type RequestKind = (typeof requestKinds)[number]

export const kindTitles: Record<RequestKind, string> = {
  hit: 'public page from the process cache',
  file: 'built file or image from the process',
  page: 'page of a tool, rendered',
  search: 'search page, rendered',
  signedIn: "list of a buyer's orders",
  order: 'order of one line',
  adminList: "first page of the admins' orders",
  signIn: 'sign-in with a password',
}

export type Costs = Record<RequestKind, RequestCost>

/** Measured by `npm run bench -- simulate` on two virtual cores of an AMD EPYC, 2026-11-25. */
export const storedCosts: Costs = {
  hit: { processMs: 0.0717, databaseMs: 0, statements: 0, heldMs: 0 },
  file: { processMs: 0.492, databaseMs: 0, statements: 0, heldMs: 0 },
  page: { processMs: 6.09, databaseMs: 0.984, statements: 4.02, heldMs: 5.21 },
  search: { processMs: 10.8, databaseMs: 24.6, statements: 27.5, heldMs: 1.53 },
  signedIn: { processMs: 0.785, databaseMs: 0.655, statements: 2, heldMs: 1.11 },
  order: { processMs: 0.566, databaseMs: 0.765, statements: 2, heldMs: 1.06 },
  adminList: { processMs: 2.37, databaseMs: 1.5, statements: 2.03, heldMs: 2.61 },
  signIn: { processMs: 88.7, databaseMs: 1.03, statements: 4.17, heldMs: 0.843 },
}
