import { z } from 'zod'
import { adminArea } from '#contract/schemas/accounts.ts'
import { CompanyData } from '#contract/schemas/companies.ts'
import { listQuery, money, sortBy, text } from '#contract/schemas/fields.ts'
import { ToolDetails } from '#contract/schemas/tools.ts'
import { Appearance } from './appearance.ts'
import { Page } from './pages.ts'
import { Settings } from './settings.ts'
import { StockReason } from './stock.ts'

/** 'deliver', named after the button, ships all that is left of an order, 'ship' a part of it. */
export const adminActionNames = [
  'promote',
  'demote',
  'set_areas',
  'deliver',
  'ship',
  'change_tracking',
  'cancel_order',
  'mark_paid',
  'hold_order',
  'refund',
  'retry_refund',
  'close_refund',
  'request_return',
  'accept_return',
  'refuse_return',
  'receive_return',
  'close_return',
  'add_tool',
  'update_tool',
  'delete_tool',
  'adjust_stock',
  'show_review',
  'hide_review',
  'delete_review',
  'export_data',
  'close_account',
  'rename_brand',
  'delete_brand',
  'add_category',
  'update_category',
  'move_category',
  'delete_category',
  'change_settings',
  'change_picture',
  'export_list',
  'map_import',
  'repair_import',
  'apply_import',
  'undo_import',
  'discard_import',
  'add_note',
  'delete_note',
  'place_order',
  'block_account',
  'unblock_account',
  'accept_company',
  'refuse_company',
  'add_company',
  'update_company',
  'invite_member',
  'withdraw_invitation',
  'set_member',
  'remove_member',
  'approve_order',
  'add_price_list',
  'rename_price_list',
  'delete_price_list',
  'add_list_row',
  'delete_list_row',
  'import_list_rows',
  'set_price_list',
  'add_page',
  'update_page',
  'delete_page',
] as const
const action = z.enum(adminActionNames)

const Change = ToolDetails.omit({ _id: true, highlights: true, replacement: true, related: true })
  .extend({
    replacementSku: z.string(),
    filters: z.array(z.string()),
    stockReason: StockReason,
    heldUntil: z.iso.datetime().nullable(),
    shippedPieces: z.number().int(),
    refunded: money,
    reason: z.string(),
    returned: z.boolean(),
    blocked: z.boolean(),
    carrier: z.string(),
    trackingNumber: z.string(),
    note: z.string(),
    ...Page.pick({ title: true, slug: true, footerEntry: true, published: true }).shape,
    bodyLength: z.number().int(),
    ...CompanyData.omit({ name: true }).shape,
    poRequired: z.boolean(),
    companyRole: z.string(),
    areas: z.array(adminArea),
    amount: money.nullable(),
    percentOff: z.number().nullable(),
    validFrom: z.string(),
    priceList: z.string(),
    ...Settings.omit({ taxPercent: true }).shape,
    ...Appearance.shape,
  })
  .partial()

export const AdminAction = z.object({
  _id: z.string(),
  actorEmail: z.string().nullable(),
  action,
  /** Email of the account, or name of the ordered tool, the reviewer or the record, at that time. */
  subject: z.string(),
  subjectId: z.string(),
  /** Null unless the subject is an order, as is `buyerEmail`. */
  orderNumber: z.number().int().nullable(),
  buyerEmail: z.string().nullable(),
  before: Change,
  after: Change,
  time: z.iso.datetime(),
})
export type AdminAction = z.infer<typeof AdminAction>

export const ActionFilter = z.object({
  q: text(100).optional(),
  action: action.optional(),
})

export const ActionQuery = listQuery.extend({
  ...ActionFilter.shape,
  sort: sortBy(),
})
