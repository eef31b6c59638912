/** Of `localStorage`; all are deleted at a sign-out. */
export const cartKeys = {
  /** A visitor's cart. */
  lines: 'cart',
  /** How many lines the account's cart had when it was last seen. */
  count: 'cartCount',
  /** When this browser last changed the account's cart, which tells the other tabs. */
  changedAt: 'cartChangedAt',
}
