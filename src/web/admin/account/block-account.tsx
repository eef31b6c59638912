import { type FormEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { Dialog } from '#web/widgets/dialog.tsx'
import { RowAction } from '#web/widgets/row-actions.tsx'

export function BlockAccount({ isBlocked }: { isBlocked: boolean }) {
  const fetcher = useFetcher<{ failure?: string; errors?: Record<string, string> } | null>()
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string>()
  const reasonError = fetcher.data?.errors?.reason

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    if (String(form.get('reason')).trim() === '') return setError('Give a reason. Other admins see it.')
    setError(undefined)
    await fetcher.submit(form, { method: 'post' })
  }

  if (isBlocked && isOpen) setOpen(false)
  if (isBlocked)
    return (
      <RowAction fields={{ intent: 'unblock' }} label="Unblock the account" className="btn-primary">
        Unblock
      </RowAction>
    )
  return (
    <>
      <button type="button" className="btn btn-outline btn-error btn-sm" onClick={() => setOpen(true)}>
        Block
      </button>
      {isOpen && (
        <Dialog title="Block this account?" onClose={() => setOpen(false)}>
          <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <input type="hidden" name="intent" value="block" />
            <p>
              Its sessions end at once, and nobody can log in to it until it is unblocked. Its orders stay as they are.
            </p>
            <Field
              label="Reason, for admins"
              hint="The person sees it when they download their data."
              name="reason"
              autoComplete="off"
              error={error ?? reasonError}
            />
            <FormError>{reasonError ? undefined : fetcher.data?.failure}</FormError>
            <div className="flex flex-wrap justify-end gap-3">
              <button type="button" className="btn btn-quiet" onClick={() => setOpen(false)}>
                Cancel
              </button>
              <SubmitButton busy={fetcher.state !== 'idle'} className="btn btn-error">
                Block the account
              </SubmitButton>
            </div>
          </form>
        </Dialog>
      )}
    </>
  )
}
