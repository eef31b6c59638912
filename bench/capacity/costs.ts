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
  file: 'built file from the process',
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
  hit: { processMs: 0.0701, databaseMs: 0, statements: 0, heldMs: 0 },
  file: { processMs: 0.0251, databaseMs: 0, statements: 0, heldMs: 0 },
  page: { processMs: 5.45, databaseMs: 0.889, statements: 4.02, heldMs: 4.63 },
  search: { processMs: 12.3, databaseMs: 21.3, statements: 27.4, heldMs: 1.4 },
  signedIn: { processMs: 0.824, databaseMs: 0.692, statements: 2, heldMs: 1.16 },
  order: { processMs: 0.585, databaseMs: 0.841, statements: 2, heldMs: 1.16 },
  adminList: { processMs: 2.25, databaseMs: 1.46, statements: 2.03, heldMs: 2.58 },
  signIn: { processMs: 88.3, databaseMs: 1.04, statements: 4.17, heldMs: 0.809 },
}
