import { type FormEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { normalizeEmail } from '#contract/text.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Dialog } from '#web/widgets/dialog.tsx'

export function CloseAccount({ email, label, children }: { email: string; label: string; children: string }) {
  const fetcher = useFetcher()
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string>()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    if (normalizeEmail(String(form.get('confirmation'))) !== email) return setError(`Please type ${email}`)
    await fetcher.submit(form, { method: 'post' })
    setOpen(false)
  }
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen && (
        <Dialog title={`Close the account ${email}?`} onClose={() => setOpen(false)}>
          <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <input type="hidden" name="intent" value="closeAccount" />
            <input type="hidden" name="email" value={email} />
            <p>
              Name, email, profile, mails and sessions are deleted at once, and unpaid orders are cancelled. Orders stay
              for the books; they lose name, phone and address later. This can’t be undone.
            </p>
            <fieldset className="grid gap-2">
              <legend className="mb-1 font-semibold">Reviews</legend>
              <label className="flex items-center gap-2">
                <input type="radio" className="radio-button" name="reviews" value="delete" defaultChecked />
                Delete them
              </label>
              <label className="flex items-center gap-2">
                <input type="radio" className="radio-button" name="reviews" value="keep" />
                Keep them, without name and photo
              </label>
            </fieldset>
            <Field label="Type the email to confirm" name="confirmation" autoComplete="off" error={error} />
            <div className="flex flex-wrap justify-end gap-3">
              <button type="button" className="btn btn-quiet" onClick={() => setOpen(false)}>
                Keep the account
              </button>
              <SubmitButton busy={fetcher.state !== 'idle'} className="btn btn-error">
                Close the account
              </SubmitButton>
            </div>
          </form>
        </Dialog>
      )}
    </>
  )
}
