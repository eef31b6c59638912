import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { SubmitButton } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import { Confirm, type ConfirmProps } from './dialog.tsx'

interface RowActionProps {
  fields: Record<string, string>
  label: string
  className: string
  isDisabled?: boolean
  children: string
}

/** Posts the fields to the page's action; busy until the revalidation has ended. */
export function RowAction({ fields, label, className, isDisabled = false, children }: RowActionProps) {
  const fetcher = useFetcher()
  const form = useRef<HTMLFormElement>(null)
  const focusNextRow = useFocusNextRow(fetcher.state === 'idle')
  return (
    <fetcher.Form
      ref={form}
      method="post"
      onSubmit={() => {
        focusNextRow.current = rememberPlace(form.current?.querySelector('button') ?? null)
      }}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton
        busy={fetcher.state !== 'idle'}
        isDisabled={isDisabled}
        aria-label={label}
        className={`btn btn-sm ${className}`}
      >
        {children}
      </SubmitButton>
    </fetcher.Form>
  )
}

interface ConfirmRowActionProps extends Omit<RowActionProps, 'isDisabled'> {
  question: string
  detail?: string | undefined
  tone?: ConfirmProps['tone']
  /** Fields of the question, posted with the others. A `failure` in the action's result, with its `errors`, keeps it open. */
  questionFields?: (errors: Readonly<Record<string, string>>) => ReactNode
}

export function ConfirmRowAction({
  question,
  detail,
  tone,
  questionFields,
  fields,
  label,
  className,
  children,
}: ConfirmRowActionProps) {
  const fetcher = useFetcher<{ reason?: string; failure?: string; errors?: Record<string, string> } | null>()
  const opener = useRef<HTMLButtonElement>(null)
  const [step, setStep] = useState<'asked' | 'answered'>()
  const failure = questionFields && step === 'answered' ? fetcher.data?.failure : undefined
  const errors = (failure !== undefined && fetcher.data?.errors) || {}
  const focusNextRow = useFocusNextRow(fetcher.state === 'idle')

  async function submit(form: FormData) {
    focusNextRow.current = rememberPlace(opener.current)
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    await fetcher.submit(form, { method: 'post' })
    setStep('answered')
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        className={`btn btn-sm ${className}`}
        aria-label={label}
        onClick={() => setStep('asked')}
      >
        {children}
      </button>
      {fetcher.data?.reason && (
        <p role="alert" className="mt-1 max-w-60 text-sm text-error">
          {fetcher.data.reason}
        </p>
      )}
      {(step === 'asked' || failure) && (
        <Confirm
          question={question}
          detail={detail}
          tone={tone}
          busy={fetcher.state !== 'idle'}
          onYes={submit}
          onNo={() => setStep(undefined)}
        >
          {questionFields?.(errors)}
          <FormError>{Object.keys(errors).length === 0 ? failure : undefined}</FormError>
        </Confirm>
      )}
    </>
  )
}

/** A success may remove the button. The ref's function runs if the focus went with it; an action that is over clears it. */
function useFocusNextRow(isIdle: boolean): { current: (() => void) | undefined } {
  const focusNextRow = useRef<() => void>(undefined)
  useEffect(() => {
    if (isIdle) focusNextRow.current = undefined
  }, [isIdle])
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusNextRow.current?.()
    },
    [],
  )
  return focusNextRow
}

/** Returns a function that focuses the first link or button in the button's place or below. */
function rememberPlace(button: HTMLButtonElement | null): () => void {
  const cell = button?.closest('td')
  const body = cell?.closest('tbody')
  const rowIndex = cell ? [...(body?.rows ?? [])].findIndex(row => row.contains(cell)) : -1
  return () => {
    if (!cell || !body) return document.querySelector<HTMLElement>('main')?.focus()
    const row = body.rows[Math.min(rowIndex, body.rows.length - 1)]
    const cells = [...body.rows].slice(rowIndex).map(each => each.cells[cell.cellIndex])
    const places = [row?.cells[cell.cellIndex], ...cells, row].filter(place => place !== undefined)
    const next = places.map(place => place.querySelector<HTMLElement>('a, button')).find(found => found !== null)
    const target = next ?? document.querySelector<HTMLElement>('main')
    target?.focus()
  }
}
