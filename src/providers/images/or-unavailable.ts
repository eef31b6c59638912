import { Refusal, refuse } from '#contract/refusals.ts'
import type { Log } from '#observability/logger.ts'

/** The image host's answer; without one, logs why and refuses `images_unavailable`. */
export async function orUnavailable<T>(log: Log, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Refusal) throw error
    log('error', 'image host unavailable', { error })
    return refuse('images_unavailable')
  }
}
