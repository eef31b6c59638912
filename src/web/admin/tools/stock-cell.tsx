import { useEffect, useRef, useState } from 'react'
import { Link, useFetcher } from 'react-router'
import type { Tool } from '#contract/schemas/tools.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { NumberInput } from '#web/ui/forms/number-field.tsx'
import { Status } from '#web/ui/status.tsx'

/** The stock, which leads to its page, and a form that corrects it in its place. */
export function StockCell({ tool }: { tool: Tool }) {
  const [isEdited, setEdited] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && !isEdited) opener.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  if (isEdited) return <StockEditor tool={tool} onClose={() => setEdited(false)} />
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2">
      {tool.available < tool.minimum && <Status kind="error">too few</Status>}
      <Link to={`${tool._id}/stock`} className="link" title={`Stock of ${tool.name}`}>
        {tool.available.toLocaleString('en-US')}
      </Link>
      <button
        ref={opener}
        type="button"
        className="btn btn-ghost btn-square btn-sm"
        aria-label={`Correct the stock of ${tool.name}`}
        onClick={() => setEdited(true)}
      >
        <svg viewBox="0 0 20 20" className="size-4 fill-none stroke-muted stroke-2" aria-hidden="true">
          <path d="M4 16l1-4 8-8 3 3-8 8z" />
        </svg>
      </button>
    </div>
  )
}

export type StockAnswer = { saved: string } | { refused: string } | null

function StockEditor({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const fetcher = useFetcher<StockAnswer>()
  const [adjustmentId] = useState(() => createId())
  const [shown] = useState(tool.available)
  const field = useRef<HTMLInputElement>(null)
  const { data, state } = fetcher
  // The button that was pressed is gone.
  useEffect(() => field.current?.select(), [])
  const isSaved = state === 'idle' && data !== null && data !== undefined && 'saved' in data
  useEffect(() => {
    if (isSaved) onClose()
  }, [isSaved, onClose])
  const error = state === 'idle' && data && 'refused' in data ? data.refused : undefined
  const errorId = `${adjustmentId}-error`
  return (
    <fetcher.Form
      method="post"
      noValidate
      className="grid justify-items-end gap-2"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <input type="hidden" name="intent" value="stock" />
      <input type="hidden" name="id" value={tool._id} />
      <input type="hidden" name="adjustmentId" value={adjustmentId} />
      <input type="hidden" name="availableBefore" value={shown} />
      <NumberInput
        name="available"
        className="input w-28 text-end tabular-nums"
        aria-label={`Stock of ${tool.name}`}
        aria-invalid={error !== undefined}
        aria-describedby={error && errorId}
        defaultValue={shown}
        ref={field}
      />
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
