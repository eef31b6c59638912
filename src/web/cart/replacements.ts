import type { CartLine } from '#contract/schemas/carts.ts'
import { apiClient } from '#web/session/api-client.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { toast } from '#web/ui/toast.tsx'
import { toDraftLine } from './draft-line.ts'

export async function findReplacement(line: CartLine, toolId: string): Promise<CartLine | undefined> {
  try {
    const [tool] = await apiClient.findTools({ body: { ids: [toolId] } })
    if (tool) return { ...toDraftLine(tool, tool.minimum), tool }
    toast('error', `What replaced ${line.toolName} is no longer in the catalogue.`)
  } catch (error) {
    toast('error', toErrorMessage(error))
  }
  return undefined
}

export function replaceInLines(lines: readonly CartLine[], line: CartLine, replacement: CartLine): CartLine[] {
  const existing = lines.find(({ toolId }) => toolId === replacement.toolId)
  if (!existing) return lines.map(each => (each.toolId === line.toolId ? replacement : each))
  const quantity = existing.quantity + replacement.quantity
  return lines
    .filter(({ toolId }) => toolId !== line.toolId)
    .map(each => (each === existing ? { ...replacement, quantity } : each))
}
