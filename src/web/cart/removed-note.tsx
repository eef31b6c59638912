import { Button } from '#web/ui/button.tsx'

interface RemovedNoteProps {
  removed: readonly { toolName: string }[]
  onUndo: () => void
}

export function RemovedNote({ removed, onUndo }: RemovedNoteProps) {
  if (removed.length === 0) return null
  return (
    <p role="status" className="flex items-center gap-3">
      {removed.length === 1 ? `${removed[0]?.toolName} was removed.` : `${removed.length} tools were removed.`}
      <Button className="link py-2" onClick={onUndo}>
        Undo
      </Button>
    </p>
  )
}
