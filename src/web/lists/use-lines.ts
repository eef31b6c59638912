import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CartLine } from '#contract/schemas/carts.ts'
import { quantitySelector } from '#web/cart/cart-row.tsx'
import { findMissing } from '#web/cart/cart-store.ts'
import { replaceInLines } from '#web/cart/replacements.ts'

/** Lines are edited on the page only; revalidation does not replace them. */
export function useLines(loaded: readonly CartLine[]) {
  const [initial] = useState(loaded)
  const [lines, setLines] = useState(loaded)
  const [removed, setRemoved] = useState<readonly CartLine[]>([])
  const changeLine = useCallback(
    (line: CartLine) => setLines(shown => shown.map(each => (each.toolId === line.toolId ? line : each))),
    [],
  )
  const removeLine = useCallback((line: CartLine) => {
    setRemoved([line])
    setLines(shown => shown.filter(each => each.toolId !== line.toolId))
  }, [])
  function undoRemoval() {
    flushSync(() => {
      setRemoved([])
      setLines(shown => [...shown, ...findMissing(removed, shown)])
    })
    document.querySelector<HTMLElement>(`main tr:last-child ${quantitySelector}`)?.focus()
  }
  const replaceLine = useCallback(
    (line: CartLine, replacement: CartLine) => setLines(shown => replaceInLines(shown, line, replacement)),
    [],
  )
  return { lines, isChanged: lines !== initial, removed, changeLine, removeLine, undoRemoval, replaceLine }
}
