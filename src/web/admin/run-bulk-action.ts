import type { ActionResult } from '#contract/schemas/admin/bulk-actions.ts'
import type { BulkOutcome } from '#web/paged-list/bulk-actions.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { formatCount } from '#web/ui/text/format-count.ts'
import { toast } from '#web/ui/toast.tsx'

interface BulkTexts {
  nouns: readonly [singular: string, plural: string]
  /** Ends a sentence about rows, such as 'marked as shipped'. */
  done: string
  already: string
}

export async function runBulkAction(
  call: Promise<{ results: readonly ActionResult[] }>,
  texts: BulkTexts,
): Promise<BulkOutcome> {
  try {
    const { results } = await call
    showResultToast(results, texts)
    return { results }
  } catch (error) {
    toast('error', toErrorMessage(error))
    return { errors: toFieldErrors(error) }
  }
}

function showResultToast(results: readonly ActionResult[], { nouns, done, already }: BulkTexts): void {
  const count = (outcome: ActionResult['outcome']) => results.filter(result => result.outcome === outcome).length
  const [doneCount, sameCount] = [count('done'), count('nothing_to_do')]
  const is = (rows: number) => (rows === 1 ? 'is' : 'are')
  const was = (rows: number) => (rows === 1 ? 'was' : 'were')
  const before = sameCount > 0 && `${formatCount(sameCount, nouns)} ${was(sameCount)} ${already}`
  const now = doneCount > 0 && `${formatCount(doneCount, nouns)} ${is(doneCount)} ${done}`
  const text = [now, before].filter(part => part !== false).join('. ')
  if (text !== '') toast(now === false ? 'error' : 'success', text)
}
