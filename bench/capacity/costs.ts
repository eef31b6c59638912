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
  hit: { processMs: 0.027, databaseMs: 0, statements: 0, heldMs: 0 },
  file: { processMs: 0.03, databaseMs: 0, statements: 0, heldMs: 0 },
  page: { processMs: 7, databaseMs: 1, statements: 3, heldMs: 1 },
  search: { processMs: 7, databaseMs: 3, statements: 3, heldMs: 1 },
  signedIn: { processMs: 1, databaseMs: 0.5, statements: 2, heldMs: 0.5 },
  order: { processMs: 1.1, databaseMs: 0.8, statements: 3, heldMs: 1 },
  adminList: { processMs: 2, databaseMs: 1, statements: 2, heldMs: 1 },
  signIn: { processMs: 60, databaseMs: 1, statements: 5, heldMs: 1 },
}
