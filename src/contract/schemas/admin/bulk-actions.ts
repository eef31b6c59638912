import { z } from 'zod'
import { maxSelected } from '#contract/limits.ts'
import { id } from '#contract/schemas/fields.ts'
import { Tracking } from '#contract/schemas/fulfilment.ts'
import { OrderDocument } from '#contract/schemas/orders.ts'
import { NewTool } from '#contract/schemas/tools.ts'

const tooMany = `At most ${maxSelected} at a time.`

const selectedIds = z
  .array(id)
  .min(1, 'Select at least one.')
  .max(maxSelected, tooMany)
  .refine(ids => new Set(ids).size === ids.length, 'Each id may appear only once.')

export const selectedIdList = z
  .string()
  .transform(list => list.split(','))
  .pipe(selectedIds)

export const OrderAction = z.object({
  action: z.enum(['deliver', 'cancel']),
  ids: selectedIds,
  tracking: z.record(id, Tracking).optional(),
})
export type OrderAction = z.infer<typeof OrderAction>

/** Orders without such a document are left out. */
export const OrdersToPrint = z.object({ kind: z.enum(['invoice', 'packingSlip']), ids: selectedIds })

export const PrintedOrders = OrderDocument.extend({
  /** Documents in the file. */
  count: z.number().int(),
})

export const ToolAction = z.object({ action: z.enum(['discontinue', 'restore']), ids: selectedIds })
export type ToolAction = z.infer<typeof ToolAction>

const Prices = NewTool.pick({ price: true, priceBreaks: true }).required()

/** `shown` has the prices that the new ones were computed from; the change is refused if the tool has others now. */
export const PriceChanges = z.object({
  tools: z
    .array(Prices.extend({ id, shown: Prices }))
    .min(1, 'Select at least one.')
    .max(maxSelected, tooMany)
    .refine(tools => new Set(tools.map(each => each.id)).size === tools.length, 'Each id may appear only once.'),
})

const ActionResult = z.discriminatedUnion('outcome', [
  z.object({ id: z.string(), outcome: z.enum(['done', 'nothing_to_do']) }),
  /** `code` and `detail` equal those of the problem document of a single call. */
  z.object({ id: z.string(), outcome: z.literal('refused'), code: z.string(), detail: z.string() }),
])
export type ActionResult = z.infer<typeof ActionResult>

export const ActionResults = z.object({ results: z.array(ActionResult) })
