import type { ImportState } from '#contract/states/import-steps.ts'
import { Status } from '#web/ui/status.tsx'

const states: Record<ImportState, readonly [kind: 'success' | 'error' | 'waiting', name: string]> = {
  uploading: ['waiting', 'Being uploaded'],
  mapping: ['waiting', 'Columns to choose'],
  checking: ['waiting', 'Being checked'],
  checked: ['waiting', 'To review'],
  applying: ['waiting', 'Being applied'],
  applied: ['success', 'Applied'],
  undone: ['error', 'Undone'],
  discarded: ['error', 'Discarded'],
}

export function ImportStatus({ state }: { state: ImportState }) {
  const [kind, name] = states[state]
  return <Status kind={kind}>{name}</Status>
}
