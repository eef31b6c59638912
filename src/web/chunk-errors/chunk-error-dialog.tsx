import { useSyncExternalStore } from 'react'
import { Dialog } from '#web/widgets/dialog.tsx'
import { findChunkError, onChunkError } from './chunk-error.ts'

export function ChunkErrorDialog() {
  const failure = useSyncExternalStore(onChunkError, findChunkError, () => undefined)
  if (!failure) return null
  return (
    <Dialog title={failure.text} onClose={() => window.location.reload()}>
      <p className="mb-6">Part of this page did not arrive. Nothing of yours is lost.</p>
      <div className="flex justify-end gap-3">
        <a className="btn btn-quiet" href="/">
          Back to home page
        </a>
        <a className="btn btn-primary" href={failure.to}>
          Try again
        </a>
      </div>
    </Dialog>
  )
}
