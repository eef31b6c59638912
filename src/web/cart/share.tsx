import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/field.tsx'
import { Dialog } from '#web/widgets/dialog.tsx'
import { useCopy } from '#web/widgets/use-copy.ts'
import { formatSharePath, type SharedRow } from './share-link.ts'

export function Share({ rows }: { rows: readonly SharedRow[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="btn btn-quiet btn-sm" onClick={() => setOpen(true)}>
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
    <Dialog title="Share" onClose={onClose}>
      <div className="grid gap-4">
        <p>
          Whoever opens this link has these tools and pieces in their quick order, with their own prices. Yours are not
          in it.
        </p>
        <TextArea
          label="Link"
          readOnly
          rows={3}
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
