import { formatNumber } from '#contract/format-number.ts'
import { formatMoney } from '#contract/pricing/money.ts'
import { formatPieceCount } from '#contract/pricing/quantity.ts'
import type { AdminAction } from '#contract/schemas/admin/admin-actions.ts'
import type { StockReason } from '#contract/schemas/admin/stock.ts'
import { formatTime } from '#web/ui/text/format-time.ts'

/** Returns a sentence without its subject, the actor's email. */
export function describeAction(action: AdminAction): string {
  return sentences[action.action](action)
}

const sentences: Record<AdminAction['action'], (action: AdminAction) => string> = {
  promote: ({ subject, actorEmail }) => `made ${subject} an admin${actorEmail ? '' : ', as ADMIN_EMAILS says'}`,
  demote: ({ subject }) => `took the admin role from ${subject}`,
  deliver: action => `delivered ${describeOrderOf(action)}`,
  ship: action => `shipped ${formatPieceCount(action.after.shippedPieces ?? 0)} of ${describeOrderOf(action)}`,
  change_tracking: action => {
    const { carrier = '', trackingNumber = '' } = { ...action.before, ...action.after }
    return `changed the tracking of ${describeOrderOf(action)} to ${`${carrier} ${trackingNumber}`.trim() || 'none'}`
  },
  cancel_order: action => `cancelled ${describeOrderOf(action)}`,
  block_account: ({ subject }) => `blocked ${subject}`,
  unblock_account: ({ subject }) => `unblocked ${subject}`,
  place_order: action => `placed ${describeOrderOf(action)}`,
  repair_import: ({ subject, after }) => `repaired the import ${subject}, ${after.note}`,
  apply_import: ({ subject }) => `applied the import ${subject}`,
  undo_import: ({ subject }) => `undid the import ${subject}`,
  discard_import: ({ subject }) => `discarded the import ${subject}`,
  add_note: ({ subject }) => `wrote a note about ${subject}`,
  delete_note: ({ subject }) => `deleted a note about ${subject}`,
  export_list: ({ subject, after }) => `exported the list ${subject}${after.note ? ` (${after.note})` : ''}`,
  mark_paid: action => `recorded a bank transfer for ${describeOrderOf(action)}`,
  hold_order: action =>
    action.after.heldUntil
      ? `held ${describeOrderOf(action)} until ${formatTime(action.after.heldUntil)}`
      : `ended the hold of ${describeOrderOf(action)}`,
  refund: action =>
    action.after.refunded === 0
      ? `released pieces of ${describeRelease(action)}`
      : `refunded ${describeRefund(action)}`,
  retry_refund: action => `tried again to refund ${describeRefund(action)}`,
  close_refund: action => `closed the refund of ${describeRefund(action)}`,
  request_return: action => `asked for a return of ${describeOrderOf(action)}`,
  accept_return: action => `accepted a return of ${describeOrderOf(action)}`,
  refuse_return: action => `refused a return of ${describeOrderOf(action)}`,
  receive_return: action => `received a return of ${describeOrderOf(action)}`,
  close_return: action => `closed a return of ${describeOrderOf(action)}`,
  add_tool: ({ subject, after }) => {
    const { price, available, minimum } = formatFields(after)
    return `added ${subject}: price ${price}, available ${available}, minimum ${minimum}${describeImport(after)}`
  },
  update_tool: action =>
    `changed ${action.subject}: ${describeChanges(action).join(', ')}${describeImport(action.after)}`,
  delete_tool: ({ subject, after }) => `took ${subject} out of the catalogue${describeImport(after)}`,
  adjust_stock: action => describeStock(action),
  show_review: ({ subject }) => `showed the review by ${subject}`,
  hide_review: ({ subject }) => `hid the review by ${subject}`,
  export_data: ({ subject }) => `downloaded the data of ${subject}`,
  close_account: ({ subject }) => `closed the account of ${subject}`,
  delete_review: ({ subject }) => `deleted the review by ${subject}`,
  rename_brand: ({ subject, after }) => `renamed the brand ${subject} to ${after.name}`,
  delete_brand: ({ subject }) => `deleted the brand ${subject}`,
  add_category: ({ subject }) => `added the category ${subject}`,
  update_category: ({ subject, after }) =>
    `changed the category ${subject}${after.name === undefined ? '' : `, now ${after.name}`}`,
  move_category: ({ subject }) => `moved the category ${subject}`,
  delete_category: ({ subject }) => `deleted the category ${subject}`,
  add_page: ({ subject }) => `added the page ${subject}`,
  update_page: action => `changed the page ${action.subject}: ${describePageChanges(action).join(', ')}`,
  delete_page: ({ subject }) => `deleted the page ${subject}`,
  change_settings: ({ before, after }) => `changed the settings: ${describeSettings(before, after).join(', ')}`,
}

const describeImport = ({ note }: AdminAction['after']) => (note ? ` (import ${note})` : '')

function describePageChanges({ before, after }: AdminAction): string[] {
  const { title, slug, footerEntry, published, bodyLength } = after
  return [
    title !== undefined && `title from ${before.title} to ${title}`,
    slug !== undefined && `address from ${before.slug} to ${slug}`,
    footerEntry !== undefined && `footer entry from ${before.footerEntry ?? 'none'} to ${footerEntry ?? 'none'}`,
    published !== undefined && (published ? 'published' : 'no longer published'),
    bodyLength !== undefined && `a new text of ${formatNumber(bodyLength)} characters`,
  ].filter(change => change !== false)
}

const stockVerbs: Partial<Record<StockReason, string>> = {
  receipt: 'received pieces of',
  count: 'counted the stock of',
  damage: 'wrote off pieces of',
}

function describeStock({ subject, before, after: { available, stockReason = 'edit', note } }: AdminAction): string {
  const change =
    available === undefined
      ? ''
      : `, available from ${formatOptionalNumber(before.available)} to ${formatOptionalNumber(available)}`
  return `${stockVerbs[stockReason] ?? 'changed the stock of'} ${subject}${change}${note ? ` (${note})` : ''}`
}

const formatOptionalNumber = (pieces: number | undefined) => (pieces === undefined ? undefined : formatNumber(pieces))

function describeRefund(action: AdminAction): string {
  const { refunded = 0, reason } = action.after
  return `${formatMoney(refunded)} of ${describeOrderOf(action)}${reason ? ` (${reason})` : ''}`
}

function describeRelease(action: AdminAction): string {
  const { reason } = action.after
  return `${describeOrderOf(action)}${reason ? ` (${reason})` : ''}`
}

function describeOrderOf({ subject, buyerEmail }: AdminAction): string {
  return `the order of ${subject}${buyerEmail ? ` by ${buyerEmail}` : ''}`
}

function describeChanges({ before, after }: AdminAction): string[] {
  const old: Record<string, string | undefined> = formatFields(before)
  const changed = Object.entries(formatFields(after)).filter(([, text]) => text !== undefined)
  return [
    ...changed.map(([field, text]) => `${field} from ${old[field]} to ${text}`),
    ...(after.image === undefined ? [] : ['a new picture']),
    ...(after.description === undefined ? [] : ['a new description']),
    ...(after.priceBreaks === undefined ? [] : ['new price breaks']),
    ...(after.specifications === undefined ? [] : ['new specifications']),
    ...(after.furtherImages === undefined ? [] : ['other further pictures']),
  ]
}

const settingNames = {
  storeName: 'shop name',
  contactAddress: 'address',
  contactPhone: 'phone',
  contactEmail: 'email',
  sellerName: 'seller’s name',
  sellerAddress: 'seller’s address',
  sellerTaxId: 'seller’s tax id',
  sellerBank: 'seller’s bank account',
  timeZone: 'time zone',
  taxPercent: 'tax (%)',
  orderMinimum: 'order minimum ($)',
  returnTransitDays: 'days in transit',
} as const

function describeSettings(before: AdminAction['before'], after: AdminAction['after']): string[] {
  const names = Object.keys(settingNames) as (keyof typeof settingNames)[]
  const format = (value: string | number | null | undefined) =>
    value === '' ? 'none' : String(value).replaceAll('\n', ', ')
  return names
    .filter(name => after[name] !== undefined)
    .map(name => `${settingNames[name]} from ${format(before[name])} to ${format(after[name])}`)
}

const formatText = (text: string | undefined) => (text === undefined ? undefined : text || 'none')
const formatTax = (percent: number | null) => (percent === null ? 'the shop’s' : `${percent}%`)

function formatFields({
  name,
  price,
  available,
  minimum,
  sku,
  increment,
  unitLabel,
  taxPercent,
  brand,
  category,
  imageAlt,
  discontinued,
  replacementSku,
}: AdminAction['after']) {
  return {
    name,
    price: price === undefined ? undefined : formatMoney(price),
    available: formatOptionalNumber(available),
    minimum: formatOptionalNumber(minimum),
    SKU: sku,
    'pieces per pack': formatOptionalNumber(increment),
    'included tax': taxPercent === undefined ? undefined : formatTax(taxPercent),
    'pack label': formatText(unitLabel),
    brand: formatText(brand),
    category: formatText(category),
    'text of the picture': formatText(imageAlt),
    discontinued: discontinued === undefined ? undefined : discontinued ? 'yes' : 'no',
    replacement: formatText(replacementSku),
  }
}
