import { formatNumber } from '#contract/format-number.ts'
import type { Currency } from '#contract/pricing/currencies.ts'
import { formatMoney } from '#contract/pricing/money.ts'
import type { AdminAction } from '#contract/schemas/admin/admin-actions.ts'
import { formatTime } from '#web/ui/text/format-time.ts'

type Change = AdminAction['after']

/** Such as 'price $12.00 → $15.00, description changed'; '' for an action without fields. */
export const describeChanges = ({ before, after }: Pick<AdminAction, 'before' | 'after'>, currency: Currency): string =>
  (Object.keys(after) as (keyof Change)[])
    .filter(field => after[field] !== undefined)
    .map(field => describeChange(field, before, after, currency))
    .join(', ')

const tooLong: ReadonlySet<keyof Change> = new Set([
  'description',
  'filters',
  'footerPages',
  'furtherImages',
  'hiddenSections',
  'image',
  'priceBreaks',
  'social',
  'specifications',
])

function describeChange(field: keyof Change, before: Change, after: Change, currency: Currency): string {
  const name = toWords(field)
  if (tooLong.has(field)) return before[field] === undefined ? name : `${name} changed`
  const value = formatValue(field, after, currency)
  return before[field] === undefined ? `${name} ${value}` : `${name} ${formatValue(field, before, currency)} → ${value}`
}

const toWords = (field: string) =>
  field === 'sku' ? 'SKU' : field.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

function formatValue(field: keyof Change, change: Change, currency: Currency): string {
  const value = change[field]
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return isMoney(field) ? formatMoney(value, currency) : formatNumber(value)
  return field === 'heldUntil'
    ? formatTime(String(value))
    : Array.isArray(value)
      ? value.join(', ')
      : String(value).replaceAll('\n', ', ')
}

const isMoney = (field: keyof Change) => ['price', 'refunded', 'orderMinimum', 'amount'].includes(field)
