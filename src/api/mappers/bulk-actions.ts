import type { ActionResult as WireActionResult } from '#contract/schemas/admin/bulk-actions.ts'
import type { ActionResult } from '#shop/bulk-actions.ts'

export function toWireActionResult(result: ActionResult): WireActionResult {
  if (result.outcome !== 'refused') return result
  const { id, outcome, refusal } = result
  // A list of refused rows has no field to show the reason at.
  const detail = (refusal.code === 'invalid_input' && refusal.errors[0]?.message) || refusal.message
  return { id, outcome, code: refusal.code, detail }
}
