import type { CompanySummary } from '#contract/schemas/companies.ts'
import { Status } from '#web/ui/status.tsx'

const states = {
  applied: ['waiting', 'To review'],
  accepted: ['success', 'Accepted'],
  refused: ['error', 'Refused'],
} as const

export function CompanyStatus({ state }: Pick<CompanySummary, 'state'>) {
  const [kind, word] = states[state]
  return <Status kind={kind}>{word}</Status>
}
