import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, open while it is rendered; focuses its first editable field. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // The browser restores the focus only if the dialog is closed while in the document, as in a layout effect's cleanup.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog?.open) dialog?.showModal()
    dialog?.querySelector<HTMLInputElement>('input:not([readonly], [type=hidden])')?.focus()
    // The focus may be below the edge of a small window, and the question is read first.
    dialog?.scrollTo(0, 0)
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={onClose}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] rounded-box border border-base-300 bg-base-100 p-6 text-base-content"
    >
      <h2 id={id} className="mb-4 text-2xl">
        {title}
      </h2>
      {children}
    </dialog>
  )
}

export interface ConfirmProps {
  question: string
  detail?: string | undefined
  tone?: 'primary' | 'error' | undefined
  busy: boolean
  children?: ReactNode
  onYes: (form: FormData) => void
  onNo: () => void
}

const yesClasses = { primary: 'btn-primary', error: 'btn-error' }

export function Confirm({ question, detail, tone = 'error', busy, children, onYes, onNo }: ConfirmProps) {
  return (
    <Dialog title={question} onClose={onNo}>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={event => {
          event.preventDefault()
          onYes(new FormData(event.currentTarget))
        }}
      >
        {detail && <p>{detail}</p>}
        {children}
        <div className="mt-2 flex justify-end gap-3">
          <button type="button" className="btn btn-quiet" onClick={onNo}>
            No
          </button>
          <button type="submit" className={`btn ${yesClasses[tone]}`} disabled={busy} aria-busy={busy}>
            Yes
          </button>
        </div>
      </form>
    </Dialog>
  )
}
