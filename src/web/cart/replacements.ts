import type { CartLine } from '#contract/schemas/carts.ts'
import { apiClient } from '#web/session/api-client.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { toast } from '#web/ui/toast.tsx'
import { toCartLine } from './to-cart-line.ts'

/** A line of the minimum order of that tool; says why there is none. */
export async function findReplacement(line: CartLine, toolId: string): Promise<CartLine | undefined> {
  try {
    const [tool] = await apiClient.findTools({ body: { ids: [toolId] } })
    if (tool) return { ...toCartLine(tool, tool.minimum), tool }
    toast('error', `What replaced ${line.toolName} is no longer in the catalogue.`)
  } catch (error) {
    toast('error', toErrorMessage(error))
  }
  return undefined
}

/** In its place, or added to the line that its tool has already. */
export function replaceAmong(lines: readonly CartLine[], line: CartLine, replacement: CartLine): CartLine[] {
  const present = lines.find(({ toolId }) => toolId === replacement.toolId)
  if (!present) return lines.map(each => (each.toolId === line.toolId ? replacement : each))
  const quantity = present.quantity + replacement.quantity
  return lines
    .filter(({ toolId }) => toolId !== line.toolId)
    .map(each => (each === present ? { ...replacement, quantity } : each))
}
