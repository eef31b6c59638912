import { Form, Link, useNavigation } from 'react-router'
import { Field, FormError } from '#web/ui/forms/field.tsx'

const spans = [
  [1, 'Today'],
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
] as const

export const defaultDays = 30

interface PeriodChoiceProps {
  /** Undefined for a custom period. */
  days: number | undefined
  from: string
  to: string
  errors: Partial<Record<string, string>>
}

export function PeriodChoice({ days, from, to, errors }: PeriodChoiceProps) {
  const busy = useNavigation().state === 'loading'
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <nav aria-label="Period" className="flex flex-wrap gap-2">
        {spans.map(([count, name]) => (
          <Link
            key={count}
            to={count === defaultDays ? '?' : `?days=${count}`}
            preventScrollReset
            className={`btn ${days === count ? 'btn-current' : 'btn-quiet'}`}
            aria-current={days === count ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <Form
        key={`${from} ${to}`}
        method="get"
        noValidate
        preventScrollReset
        className="grid grid-cols-2 items-end gap-3 xs:grid-cols-[auto_auto_auto]"
      >
        <Field label="From" name="from" type="date" defaultValue={from} error={errors.from} />
        <Field label="To" name="to" type="date" defaultValue={to} error={errors.to} />
        <button type="submit" className="btn btn-quiet col-span-2 xs:col-span-1" aria-disabled={busy || undefined}>
          Show
        </button>
      </Form>
      <FormError>{errors.days}</FormError>
    </div>
  )
}
