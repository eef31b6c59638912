import type { ReturnState } from '#contract/states/return-steps.ts'
import { Status } from '#web/ui/status.tsx'

const states = {
  requested: ['waiting', 'Requested'],
  accepted: ['waiting', 'Accepted'],
  refused: ['error', 'Refused'],
  withdrawn: ['error', 'Withdrawn'],
  received: ['waiting', 'Received'],
  refunded: ['success', 'Refunded'],
  closed: ['success', 'Closed'],
} as const

export function ReturnStatus({ state }: { state: ReturnState }) {
  return <Status kind={states[state][0]}>{states[state][1]}</Status>
}
