import { and, eq, gte } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { formatTimeInZone } from '#contract/time-zones.ts'
import type { Db } from '#db/database.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import type { Shop } from './shop.ts'

/** A refund, a shipment or a change of the stock, as it is recorded. */
export interface RecordedAct {
  time: Date
  what: string
  note?: string
  actor?: string | undefined
}

interface ShownActs {
  targetId: string
  recorded: readonly RecordedAct[]
  shown: number | undefined
}

/** Two admins may do the same from forms opened before. Refuses `done_meanwhile`. Call it under the target's lock. */
export async function assertActsShown(shop: Shop, db: Db, { targetId, recorded, shown }: ShownActs): Promise<void> {
  const further = shown === undefined ? [] : recorded.slice(shown)
  const [first] = further
  if (!first) return
  const actions = await db
    .select({ time: adminActions.createdAt, email: adminActions.actorEmail })
    .from(adminActions)
    .where(and(eq(adminActions.targetId, targetId), gte(adminActions.createdAt, new Date(first.time.getTime() - 1))))
  // An act and its entry in the audit log have the time of their transaction.
  const findActor = ({ time, actor }: RecordedAct) =>
    actor ?? actions.find(action => action.time.getTime() === time.getTime())?.email ?? 'The payment provider'
  const { timeZone } = shop.settings.current
  refuse(
    'done_meanwhile',
    further.map(act => {
      const what = [act.what, act.note && `“${act.note}”`].filter(Boolean).join(', ')
      return { field: 'shown', message: `${findActor(act)} at ${formatTimeInZone(act.time, timeZone)}: ${what}.` }
    }),
  )
}
