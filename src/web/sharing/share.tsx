import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Dialog } from '#web/widgets/dialog.tsx'
import { useCopy } from '#web/widgets/use-copy.ts'
import { formatSharePath, type SharedRow } from './share-link.ts'

interface ShareProps {
  rows: readonly SharedRow[]
  className?: string
}

export function Share({ rows, className = 'btn-quiet btn-sm' }: ShareProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className={`btn ${className}`} onClick={() => setOpen(true)}>
        Share
      </Button>
      {isOpen && <ShareDialog rows={rows} onClose={() => setOpen(false)} />}
    </>
  )
}

function ShareDialog({ rows, onClose }: { rows: readonly SharedRow[]; onClose: () => void }) {
  const link = new URL(formatSharePath(rows), window.location.href).href
  const copy = useCopy(link)
  return (
    <Dialog title="Share these tools" onClose={onClose}>
      <div className="grid gap-4">
        <p>Whoever opens this link finds the same tools and pieces in their quick order, at the current prices.</p>
        <Field
          label="Link"
          readOnly
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
          hint={copy ? undefined : 'Select it, and copy it.'}
        />
        <div className="flex justify-end gap-3">
          <Button className="btn btn-quiet" onClick={onClose}>
            Close
          </Button>
          {copy && (
            <Button className="btn btn-primary" onClick={copy}>
              Copy the link
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
