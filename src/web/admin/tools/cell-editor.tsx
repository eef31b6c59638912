import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { NumberInput } from '#web/fields/number-field.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'

export type CellAnswer = { saved: string } | { refused: string } | null

interface EditableCellProps {
  label: string
  note?: ReactNode
  children: ReactNode
  editor: (close: () => void) => ReactNode
}

export function EditableCell({ label, note, children, editor }: EditableCellProps) {
  const [isEdited, setEdited] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && !isEdited) opener.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  if (isEdited) return editor(() => setEdited(false))
  return (
    <div className="flex items-center justify-end gap-x-1 xl:min-w-31 [&>:last-child]:min-w-14">
      {note}
      <button
        ref={opener}
        type="button"
        className="btn btn-ghost btn-square btn-sm"
        aria-label={label}
        onClick={() => setEdited(true)}
      >
        <svg viewBox="0 0 20 20" className="size-4 shrink-0 fill-none stroke-current stroke-2" aria-hidden="true">
          <path d="M2 18l1.500-5L13 3.500l3.500 3.500L7 16.500z" />
        </svg>
      </button>
      <span className="flex items-center justify-end gap-2">{children}</span>
    </div>
  )
}

interface CellEditorProps {
  intent: string
  label: string
  name: string
  step?: number
  initial: string | number
  fields: Readonly<Record<string, string>>
  children?: ReactNode
  onClose: () => void
}

export function CellEditor({ intent, label, name, step, initial, fields, children, onClose }: CellEditorProps) {
  const fetcher = useFetcher<CellAnswer>()
  const [changeId] = useState(() => createId())
  const [shownFields] = useState(fields)
  const field = useRef<HTMLInputElement>(null)
  const { data, state } = fetcher
  // The pressed button is gone, so the field takes the focus.
  useEffect(() => field.current?.select(), [])
  const isSaved = state === 'idle' && data !== null && data !== undefined && 'saved' in data
  useEffect(() => {
    if (isSaved) onClose()
  }, [isSaved, onClose])
  const error = state === 'idle' && data && 'refused' in data ? data.refused : undefined
  const errorId = `${changeId}-error`
  return (
    <fetcher.Form
      method="post"
      noValidate
      className="grid justify-items-end gap-1 py-1"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="changeId" value={changeId} />
      {Object.entries(shownFields).map(([each, value]) => (
        <input key={each} type="hidden" name={each} value={value} />
      ))}
      <NumberInput
        name={name}
        {...(step !== undefined && { step })}
        className="input h-8 w-28 text-end tabular-nums"
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error && errorId}
        defaultValue={initial}
        ref={field}
      />
      {children}
      <div className="flex gap-2">
        <SubmitButton busy={state !== 'idle'} className="btn btn-primary btn-sm">
          Save
        </SubmitButton>
        <button type="button" className="btn btn-quiet btn-sm" onClick={onClose}>
          Cancel
        </button>
      </div>
      {error && (
        <p id={errorId} role="alert" className="max-w-52 text-sm whitespace-normal text-error">
          {error}
        </p>
      )}
    </fetcher.Form>
  )
}
