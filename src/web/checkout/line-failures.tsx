import { Refusal } from '#contract/refusal.ts'
import type { DraftLine } from '#web/cart/draft-line.ts'

export function listLineFailures(error: unknown, lines: readonly Pick<DraftLine, 'toolName'>[]): string[] {
  if (!(error instanceof Refusal)) return []
  return error.errors
    .filter(({ field }) => field.startsWith('lines') && !field.endsWith('.reference'))
    .map(({ field, message }) => {
      const line = lines[Number(field.split('.')[1])]
      return line ? `${line.toolName}: ${message}` : message
    })
}

export function LineFailures({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <ul className="grid gap-1 text-error">
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
