import { useCallback, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { CartLine } from '#contract/schemas/carts.ts'
import { createCallQueue } from '#web/cart/call-queue.ts'
import { isQuantity } from '#web/cart/cart-store.ts'
import { type SentLine, toSentLine } from '#web/cart/draft-line.ts'
import { replaceInLines } from '#web/cart/replacements.ts'
import { useSyncedState } from '#web/fields/use-synced-state.ts'
import { apiClient } from '#web/session/api-client.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { toast } from '#web/ui/toast.tsx'

/** Calls about admins' carts run in order: reads and orders wait for earlier changes. */
export const callInTurn = createCallQueue()

export function useAdminCart(accountId: string, stored: readonly CartLine[]) {
  const [lines, setLines] = useSyncedState<readonly CartLine[]>(stored)
  const waiting = useRef(new Map<string, CartLine>())
  const latest = useRef(lines)
  useEffect(() => {
    latest.current = lines
  }, [lines])
  const { revalidate } = useRevalidator()

  const put = useCallback(
    (changed: readonly SentLine[]) =>
      apiClient.putIntoAdminCart({ params: { id: accountId }, body: { lines: [...changed] } }),
    [accountId],
  )
  const remove = useCallback(
    ({ toolId }: CartLine) => apiClient.removeFromAdminCart({ params: { id: accountId, toolId } }),
    [accountId],
  )

  const store = useCallback(
    (change: () => Promise<unknown>) => {
      callInTurn(change).catch(async error => {
        toast('error', toErrorMessage(error))
        await revalidate()
      })
    },
    [revalidate],
  )

  const changeLine = useCallback(
    (line: CartLine) => {
      setLines(shown => shown.map(each => (each.toolId === line.toolId ? line : each)))
      if (!isQuantity(line.quantity)) return
      waiting.current.set(line.toolId, line)
      store(async () => {
        const changed = [...waiting.current.values()]
        waiting.current.clear()
        if (changed.length > 0) await put(changed.map(toSentLine))
      })
    },
    [setLines, store, put],
  )

  const removeLine = useCallback(
    (line: CartLine) => {
      setLines(shown => shown.filter(each => each.toolId !== line.toolId))
      store(async () => {
        waiting.current.delete(line.toolId)
        await remove(line)
      })
    },
    [setLines, store, remove],
  )

  const replaceLine = useCallback(
    (line: CartLine, replacement: CartLine) => {
      const replaced = replaceInLines(latest.current, line, replacement)
      setLines(replaced)
      const changed = replaced.filter(each => each.toolId === replacement.toolId && isQuantity(each.quantity))
      store(async () => {
        if (changed.length > 0) await put(changed.map(toSentLine))
        await remove(line)
      })
    },
    [setLines, store, put, remove],
  )

  async function addLines(added: readonly SentLine[]): Promise<void> {
    await callInTurn(() => put(added))
    await revalidate()
  }

  return { lines, changeLine, removeLine, replaceLine, addLines }
}
