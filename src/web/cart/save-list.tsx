import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CartLine } from '#contract/schemas/carts.ts'
import { apiClient } from '#web/session/api-client.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { Dialog } from '#web/widgets/dialog.tsx'
import { isQuantity } from './cart-store.ts'

interface SaveListProps {
  lines: readonly Pick<CartLine, 'toolId' | 'quantity' | 'price'>[]
  className?: string
}

export function SaveList({ lines, className = '' }: SaveListProps) {
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [nameError, setNameError] = useState<string>()
  const [savedId, setSavedId] = useState<string>()
  const nameField = useRef<HTMLInputElement>(null)
  const savedMessage = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (savedId) savedMessage.current?.focus()
  }, [savedId])

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    setFailure(undefined)
    setNameError(name === '' ? 'The list needs a name.' : undefined)
    if (name === '') return
    if (lines.some(({ quantity }) => !isQuantity(quantity)))
      return setFailure('A line has no number of pieces. Please correct it first.')
    setBusy(true)
    try {
      const kept = lines.map(({ toolId, quantity, price }) => ({ toolId, quantity, price }))
      setSavedId((await apiClient.addSavedList({ body: { name, lines: kept } })).insertedId)
    } catch (error) {
      const { name: refusedName } = toFieldErrors(error)
      setNameError(refusedName)
      if (refusedName) nameField.current?.focus()
      else setFailure(toErrorMessage(error))
    }
    setBusy(false)
  }

  function open() {
    setSavedId(undefined)
    setFailure(undefined)
    setNameError(undefined)
    setOpen(true)
  }

  return (
    <>
      <Button className={`btn btn-quiet ${className}`} onClick={open}>
        Save as a list
      </Button>
      {isOpen && (
        <Dialog title="Save as a list" onClose={() => setOpen(false)}>
          {savedId ? (
            <p role="status" ref={savedMessage} tabIndex={-1}>
              The list is saved under{' '}
              <Link to={`/dashboard/lists/${savedId}`} className="link">
                Saved Lists
              </Link>
              .
            </p>
          ) : (
            <form id="save-list" noValidate className="grid gap-3" onSubmit={save}>
              <Field label="Name of the list" name="name" ref={nameField} autoComplete="off" error={nameError} />
              <FormError>{failure}</FormError>
            </form>
          )}
          <div className="mt-4 flex justify-end gap-3">
            <Button className="btn btn-quiet" onClick={() => setOpen(false)}>
              Close
            </Button>
            {!savedId && (
              <SubmitButton busy={busy} form="save-list">
                Save
              </SubmitButton>
            )}
          </div>
        </Dialog>
      )}
    </>
  )
}
