/** Of `localStorage`; both are deleted at a sign-out. */
export const cartKeys = {
  /** A visitor's cart. */
  lines: 'cart',
  /** How many lines the account's cart had when it was last seen. */
  count: 'cartCount',
}
