import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { AccountDetails } from '#contract/schemas/admin/account-details.ts'
import { cutText } from '#contract/text.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { FormError, TextArea } from '#web/ui/forms/field.tsx'
import { formatTime } from '#web/ui/text/format-time.ts'
import { RowAction } from '#web/widgets/row-actions.tsx'

type Answer = { saved?: string; failure?: string; errors?: Record<string, string> } | null

interface AccountNotesProps {
  notes: AccountDetails['notes']
  mayWrite: boolean
}

export function AccountNotes({ notes, mayWrite }: AccountNotesProps) {
  const fetcher = useFetcher<Answer>()
  const { saved, failure, errors } = fetcher.data ?? {}
  return (
    <section className="grid gap-4">
      <h2 className="font-display text-2xl">Notes for admins</h2>
      {mayWrite && (
        <fetcher.Form method="post" noValidate className="grid gap-3">
          <NoteFields key={saved} error={errors?.text} />
          <FormError>{errors?.text ? undefined : failure}</FormError>
          <div>
            <SubmitButton busy={fetcher.state !== 'idle'}>Add the note</SubmitButton>
          </div>
        </fetcher.Form>
      )}
      <ul className="grid gap-3">
        {notes.map(({ _id, authorEmail, text, time }) => (
          <li key={_id} className="grid gap-2 rounded-box border border-base-300 bg-base-100 p-4">
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <small className="wrap-anywhere text-muted">
                {authorEmail}, {formatTime(time)}
              </small>
              {mayWrite && (
                <RowAction
                  fields={{ intent: 'deleteNote', noteId: _id }}
                  label={`Delete the note “${cutText(text, 40)}”`}
                  className="btn-quiet"
                >
                  Delete
                </RowAction>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NoteFields({ error }: { error: string | undefined }) {
  const [noteId] = useState(() => createId())
  return (
    <>
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="noteId" value={noteId} />
      <TextArea
        label="New note"
        hint="The person sees notes when they download their data."
        name="text"
        error={error}
        rows={3}
      />
    </>
  )
}
