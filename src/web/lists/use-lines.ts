import { useCallback, useEffect, useState } from 'react'
import type { CartLine } from '#contract/schemas/carts.ts'

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
  return { lines, changeLine, removeLine }
}
