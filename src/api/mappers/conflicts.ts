import type { FieldError } from '#contract/refusal.ts'

/** The shop counts cents, and callers dollars: `priceCents` becomes `price`. */
export function toWireErrors(errors: readonly FieldError[]): FieldError[] {
  return errors.map(error => {
    if (error.present === undefined) return error
    const [[field, present] = []] = Object.entries(toWireFields({ [error.field]: error.present }))
    return { ...error, field: field ?? error.field, present }
  })
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
