import { apiClient } from '#web/session/api-client.ts'
import { storeInterruptedPurchase } from './interrupted-purchase.ts'

/** Kept until the tab closes or a sign-out. Paths other than purchases and the cart are ignored. */
export async function keepInterruptedPurchase(path: string): Promise<void> {
  if (/^\/cart(?![\w-])/.test(path)) return keepCart(path)
  const [, id] = /^\/purchase\/([\w-]+)/.exec(path) ?? []
  if (!id) return
  const [tool] = await apiClient.listTools({ query: { id } }).catch(() => [])
  if (tool) storeInterruptedPurchase({ path, name: tool.name })
}

async function keepCart(path: string): Promise<void> {
  const [{ loadCart }, { sumCents }] = await Promise.all([
    import('#web/cart/cart-store.ts'),
    import('#web/cart/check-line.ts'),
  ])
  const { lines } = await loadCart().catch(() => ({ lines: [] }))
  if (lines.length > 0)
    storeInterruptedPurchase({
      path,
      name: lines.length === 1 ? '1 tool' : `${lines.length} tools`,
      cents: sumCents(lines),
    })
}
