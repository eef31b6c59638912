import { useState } from 'react'
import { saveFile } from '#web/files/save-file.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

interface DocumentButtonProps {
  load: () => Promise<{ fileName: string; pdf: string }>
  children: string
}

export function DocumentButton({ load, children }: DocumentButtonProps) {
  const [busy, setBusy] = useState(false)

  async function download() {
    if (busy) return
    setBusy(true)
    try {
      const { fileName, pdf } = await load()
      saveFile(
        fileName,
        Uint8Array.from(atob(pdf), character => character.charCodeAt(0)),
        'application/pdf',
      )
    } catch (error) {
      toast('error', toErrorMessage(error))
    }
    setBusy(false)
  }

  return (
    <Button className="btn btn-quiet btn-sm" aria-disabled={busy || undefined} aria-busy={busy} onClick={download}>
      {children}
    </Button>
  )
}
