/** Keys of `localStorage`, all of which are deleted at a sign-out. */
export const cartKeys = {
  lines: 'cart',
  count: 'cartCount',
  /** Time of this browser's last change of the account's cart, which notifies other tabs. */
  changedAt: 'cartChangedAt',
}
