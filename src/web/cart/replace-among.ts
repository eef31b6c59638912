import type { CartLine } from '#contract/schemas/carts.ts'

/** In its place, unless its tool is among the others already. */
export function replaceAmong(lines: readonly CartLine[], line: CartLine, replacement: CartLine): CartLine[] {
  const isThere = lines.some(({ toolId }) => toolId === replacement.toolId)
  return lines.flatMap(each => (each.toolId === line.toolId ? (isThere ? [] : [replacement]) : [each]))
}
