import { useCallback, useState } from 'react'
import type { CartLine } from '#contract/schemas/carts.ts'
import { replaceAmong } from '#web/cart/replacements.ts'

/** Lines that are changed on the page only, at first those that were loaded: revalidation leaves them. */
export function useLines(loaded: readonly CartLine[]) {
  const [initial] = useState(loaded)
  const [lines, setLines] = useState(loaded)
  const changeLine = useCallback(
    (line: CartLine) => setLines(shown => shown.map(each => (each.toolId === line.toolId ? line : each))),
    [],
  )
  const removeLine = useCallback(
    (line: CartLine) => setLines(shown => shown.filter(each => each.toolId !== line.toolId)),
    [],
  )
  const replaceLine = useCallback(
    (line: CartLine, replacement: CartLine) => setLines(shown => replaceAmong(shown, line, replacement)),
    [],
  )
  return { lines, isChanged: lines !== initial, changeLine, removeLine, replaceLine }
}
