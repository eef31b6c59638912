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
  hit: { processMs: 0.0676, databaseMs: 0, statements: 0, heldMs: 0 },
  file: { processMs: 0.543, databaseMs: 0, statements: 0, heldMs: 0 },
  page: { processMs: 5.14, databaseMs: 0.854, statements: 4.01, heldMs: 4.51 },
  search: { processMs: 10.1, databaseMs: 22.9, statements: 27.5, heldMs: 1.4 },
  signedIn: { processMs: 0.777, databaseMs: 0.606, statements: 2, heldMs: 1.04 },
  order: { processMs: 0.539, databaseMs: 0.692, statements: 2, heldMs: 0.981 },
  adminList: { processMs: 1.96, databaseMs: 1.31, statements: 2.03, heldMs: 2.31 },
  signIn: { processMs: 86.6, databaseMs: 0.952, statements: 4.17, heldMs: 0.725 },
}
