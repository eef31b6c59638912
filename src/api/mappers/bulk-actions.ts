import type { ActionResult as WireActionResult } from '#contract/schemas/bulk-actions.ts'
import type { ActionResult } from '#shop/bulk-actions.ts'

export function toWireActionResult(result: ActionResult): WireActionResult {
  if (result.outcome !== 'refused') return result
  const { id, outcome, refusal } = result
  return { id, outcome, code: refusal.code, detail: refusal.message }
}
