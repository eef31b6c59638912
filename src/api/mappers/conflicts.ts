import type { FieldError } from '#contract/refusal.ts'
import { formatTimeInZone } from '#contract/time-zones.ts'

/** Puts the current value into the message, and converts cents to dollars: `priceCents` becomes `price`. */
export function toWireErrors(errors: readonly FieldError[]): FieldError[] {
  return errors.flatMap(error => {
    if (error.present === undefined) return error
    return Object.entries(toWireFields({ [error.field]: error.present })).map(([field, present]) => {
      const message = `Somebody else changed this meanwhile, to ${formatValue(present)}. Save again to replace that.`
      return { ...error, field, message, present }
    })
  })
}

const maxShownLength = 300

function formatValue(value: unknown): string {
  const text = formatParts(value)
  return text === '' ? 'nothing' : `“${text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text}”`
}

function formatParts(value: unknown): string {
  if (value === null) return ''
  if (value instanceof Date) return formatTimeInZone(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(formatParts).join('; ')
  if (typeof value === 'object') return Object.values(value).map(formatParts).filter(Boolean).join(' ')
  return String(value)
}

function toWireFields(value: object): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) =>
      name.endsWith('Cents') && typeof each === 'number'
        ? [name.slice(0, -'Cents'.length), each / 100]
        : [name, toWireValue(each)],
    ),
  )
}

function toWireValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWireValue)
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? toWireFields(value) : value
}
