import { apiClient } from '#web/session/api-client.ts'
import { storeInterruptedPurchase } from './interrupted-purchase.ts'

/** Kept until the tab closes or a sign-out. Paths other than purchases, the cart and an application are ignored. */
export async function keepInterruptedPurchase(path: string): Promise<void> {
  if (/^\/cart(?![\w-])/.test(path)) return keepCart(path)
  if (path === '/dashboard/company') return storeInterruptedPurchase({ path, name: 'your company' })
  const [, id] = /^\/purchase\/([\w-]+)/.exec(path) ?? []
  if (!id) return
  const [tool] = await apiClient.listTools({ query: { id } }).catch(() => [])
  if (tool) storeInterruptedPurchase({ path, name: tool.name })
}

/** A visitor's: once they are signed in, the cart is the account's. */
async function keepCart(path: string): Promise<void> {
  const [{ loadCart }, { sumCents }] = await Promise.all([
    import('#web/cart/cart-store.ts'),
    import('#web/cart/check-line.ts'),
  ])
  const cart = await loadCart().catch(() => undefined)
  if (!cart) return storeInterruptedPurchase({ path, name: 'your order' })
  const { length } = cart.lines
  if (length > 0)
    storeInterruptedPurchase({ path, name: length === 1 ? '1 tool' : `${length} tools`, cents: sumCents(cart.lines) })
}
