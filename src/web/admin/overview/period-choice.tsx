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
  days: number | undefined
  from: string
  to: string
  errors: Partial<Record<string, string>>
}

export function PeriodChoice({ days, from, to, errors }: PeriodChoiceProps) {
  const busy = useNavigation().state === 'loading'
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <nav aria-label="Period" className="grid grid-cols-4 gap-2 max-sm:w-full sm:flex">
        {spans.map(([count, name]) => (
          <Link
            key={count}
            to={count === defaultDays ? '?' : `?days=${count}`}
            preventScrollReset
            className={`btn max-sm:px-2 ${days === count ? 'btn-current' : 'btn-quiet'}`}
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
        className="flex flex-wrap items-end gap-2 max-sm:w-full sm:gap-3"
      >
        <Field label="From" name="from" type="date" defaultValue={from} error={errors.from} />
        <Field label="To" name="to" type="date" defaultValue={to} error={errors.to} />
        <button type="submit" className="btn btn-quiet max-sm:px-3" aria-disabled={busy || undefined}>
          Show
        </button>
      </Form>
      <FormError>{errors.days}</FormError>
    </div>
  )
}
