import { useState } from 'react'
import { useFetcher } from 'react-router'
import { SubmitButton } from './button.tsx'
import { Confirm } from './dialog.tsx'

interface RowActionProps {
  /** What the page's action gets. */
  fields: Record<string, string>
  /** The button's whole name, for whoever can't see its row. */
  label: string
  className: string
  children: string
}

/** A button that posts to the page's own action and is busy until the list is new. */
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

/** The same, once its question was answered with Yes. */
export function ConfirmRowAction({
  question,
  fields,
  label,
  className,
  children,
}: RowActionProps & { question: string }) {
  const fetcher = useFetcher()
  const [asked, setAsked] = useState(false)
  async function go() {
    await fetcher.submit(fields, { method: 'post' })
    setAsked(false)
  }
  return (
    <>
      <button type="button" className={`btn btn-sm ${className}`} aria-label={label} onClick={() => setAsked(true)}>
        {children}
      </button>
      {asked && <Confirm question={question} busy={fetcher.state !== 'idle'} onYes={go} onNo={() => setAsked(false)} />}
    </>
  )
}
