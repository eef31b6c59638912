import { useState } from 'react'
import { useFetcher } from 'react-router'
import { SubmitButton } from './button.tsx'
import { Confirm } from './dialog.tsx'

interface RowActionProps {
  fields: Record<string, string>
  /** Accessible name, which includes the row. */
  label: string
  className: string
  children: string
}

/** A button that posts the fields to the page's action; busy until the revalidation has ended. */
export function RowAction({ fields, label, className, children }: RowActionProps) {
  const fetcher = useFetcher()
  return (
    <fetcher.Form method="post">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton busy={fetcher.state !== 'idle'} aria-label={label} className={`btn btn-sm ${className}`}>
        {children}
      </SubmitButton>
    </fetcher.Form>
  )
}

export function ConfirmRowAction({
  question,
  fields,
  label,
  className,
  children,
}: RowActionProps & { question: string }) {
  const fetcher = useFetcher()
  const [isOpen, setOpen] = useState(false)
  async function submit() {
    await fetcher.submit(fields, { method: 'post' })
    setOpen(false)
  }
  return (
    <>
      <button type="button" className={`btn btn-sm ${className}`} aria-label={label} onClick={() => setOpen(true)}>
        {children}
      </button>
      {isOpen && (
        <Confirm question={question} busy={fetcher.state !== 'idle'} onYes={submit} onNo={() => setOpen(false)} />
      )}
    </>
  )
}
