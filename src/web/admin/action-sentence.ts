import { formatMoney } from '#contract/money.ts'
import type { AdminAction } from '#contract/schemas/admin-actions.ts'

/** The rest of a sentence that begins with the actor's email. */
export function describeAction(action: AdminAction): string {
  return sentences[action.action](action)
}

const sentences: Record<AdminAction['action'], (action: AdminAction) => string> = {
  promote: ({ subject, actorEmail }) => `made ${subject} an admin${actorEmail ? '' : ', as ADMIN_EMAILS says'}`,
  demote: ({ subject }) => `took the admin role from ${subject}`,
  deliver: action => `delivered ${describeOrder(action)}`,
  cancel_order: action => `cancelled ${describeOrder(action)}`,
  mark_paid: action => `recorded a bank transfer for ${describeOrder(action)}`,
  add_tool: ({ subject, after }) => {
    const { price, available, minimum } = formatFields(after)
    return `added ${subject}: price ${price}, available ${available}, minimum ${minimum}`
  },
  update_tool: action => `changed ${action.subject}: ${describeChanges(action).join(', ')}`,
  delete_tool: ({ subject }) => `took ${subject} out of the catalogue`,
  show_review: ({ subject }) => `let the review by ${subject} show`,
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
}

function describeOrder({ subject, buyerEmail }: AdminAction): string {
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

const formatText = (text: string | undefined) => (text === undefined ? undefined : text || 'none')
const formatTax = (percent: number | null) => (percent === null ? 'the shop’s' : `${percent} %`)

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
  const format = (number: number | undefined) => number?.toLocaleString('en-US')
  return {
    name,
    price: price === undefined ? undefined : formatMoney(price),
    available: format(available),
    minimum: format(minimum),
    SKU: sku,
    'pieces per pack': format(increment),
    'included tax': taxPercent === undefined ? undefined : formatTax(taxPercent),
    'pack label': formatText(unitLabel),
    brand: formatText(brand),
    category: formatText(category),
    'text of the picture': formatText(imageAlt),
    discontinued: discontinued === undefined ? undefined : discontinued ? 'yes' : 'no',
    replacement: formatText(replacementSku),
  }
}
