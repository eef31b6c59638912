import { and, desc, eq, inArray } from 'drizzle-orm'
import { formatNumber } from '#contract/format-number.ts'
import { formatCents } from '#contract/pricing/money.ts'
import { refuse } from '#contract/refusals.ts'
import { formatTimeInZone } from '#contract/time-zones.ts'
import type { Db } from '#db/database.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import type { Shop } from './shop.ts'

type Act = 'refund' | 'ship' | 'deliver' | 'adjust_stock'
type ActionRow = typeof adminActions.$inferSelect

interface ShownActs {
  /** Order or tool. */
  targetId: string
  acts: readonly Act[]
  /** How many the admin's form showed, if it says so. */
  shown: number | undefined
  recorded: number
}

/**
 * Two admins may do the same from forms that were opened at the same time. Call it under the lock of the target. Refuses
 * `done_meanwhile`, with a sentence for each act that the form did not show.
 */
export async function assertActsShown(shop: Shop, db: Db, { targetId, acts, shown, recorded }: ShownActs) {
  if (shown === undefined || recorded <= shown) return
  const rows = await db
    .select()
    .from(adminActions)
    .where(and(eq(adminActions.targetId, targetId), inArray(adminActions.action, [...acts])))
    .orderBy(desc(adminActions.id))
    .limit(recorded - shown)
  const { timeZone } = shop.settings.current
  refuse(
    'done_meanwhile',
    rows.map(row => ({ field: 'shown', message: describeAct(row, timeZone) })),
  )
}

function describeAct({ actorEmail, createdAt, before, after }: ActionRow, timeZone: string): string {
  const note = after.reason ?? after.note
  const what = [describeChange(before, after), note && `“${note}”`].filter(Boolean).join(', ')
  return `${actorEmail} at ${formatTimeInZone(createdAt, timeZone)}: ${what}.`
}

function describeChange(before: ActionRow['before'], after: ActionRow['after']): string {
  if (after.refunded_cents !== undefined)
    return after.refunded_cents === 0 ? 'pieces released' : `${formatCents(after.refunded_cents)} refunded`
  if (after.shippedPieces !== undefined) return `${formatNumber(after.shippedPieces)} pieces shipped`
  if (after.available !== undefined && before.available !== undefined) {
    const delta = after.available - before.available
    return `stock ${delta < 0 ? '−' : '+'}${formatNumber(Math.abs(delta))} (${after.stockReason})`
  }
  return 'all pieces shipped'
}
