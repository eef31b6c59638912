import { Refusal } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import type { Log } from '#observability/logger.ts'

export async function refuseIfUnavailable<T>(log: Log, reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof Refusal) throw error
    log('error', 'image host unavailable', { error })
    return refuse('images_unavailable')
  }
}
