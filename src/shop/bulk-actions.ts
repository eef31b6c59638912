import { Refusal } from '#contract/refusal.ts'

/** What became of one of several rows; of those refused, why. */
export type ActionResult =
  | { id: string; outcome: 'done' | 'nothing_to_do' }
  | { id: string; outcome: 'refused'; refusal: Refusal }

/**
 * One after the other; a refusal does not stop the others, unless a service does not answer: then they are refused alike,
 * without another wait for it. `act` is false when there was nothing to do.
 */
export async function actOnEach(
  ids: readonly string[],
  act: (id: string) => Promise<boolean>,
): Promise<ActionResult[]> {
  const results: ActionResult[] = []
  let outage: Refusal | undefined
  for (const id of ids) {
    const result: ActionResult = outage ? { id, outcome: 'refused', refusal: outage } : await settle(id, act(id))
    if (result.outcome === 'refused' && result.refusal.status >= 500) outage = result.refusal
    results.push(result)
  }
  return results
}

async function settle(id: string, acting: Promise<boolean>): Promise<ActionResult> {
  try {
    return { id, outcome: (await acting) ? 'done' : 'nothing_to_do' }
  } catch (error) {
    if (error instanceof Refusal) return { id, outcome: 'refused', refusal: error }
    throw error
  }
}
