import { useCallback, useEffect, useState } from 'react'
import type { CartLine } from '#contract/schemas/carts.ts'
import { replaceAmong } from '#web/cart/replacements.ts'

/** Lines that are changed on the page only, at first those that were loaded. */
export function useLines(loaded: readonly CartLine[]) {
  const [lines, setLines] = useState(loaded)
  useEffect(() => setLines(loaded), [loaded])
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
  return { lines, changeLine, removeLine, replaceLine }
}
