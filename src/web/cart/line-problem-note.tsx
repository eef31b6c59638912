import { formatMoney } from '#contract/pricing/money.ts'
import { Button } from '#web/ui/button.tsx'
import type { LineProblem } from './check-line.ts'

interface LineProblemNoteProps {
  problem: LineProblem
  onChoose: (quantity: number) => void
  onAccept: (price: number) => void
  onReplace: (toolId: string) => void
}

export function LineProblemNote({ problem, onChoose, onAccept, onReplace }: LineProblemNoteProps) {
  const replacementId = problem.kind === 'quantity' ? problem.replacementId : null
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-error">{problem.sentence}</p>
      {problem.kind === 'quantity' && (
        <div className="flex flex-wrap gap-2">
          {problem.nearest.map(quantity => (
            <Button key={quantity} className="btn btn-quiet btn-sm tabular-nums" onClick={() => onChoose(quantity)}>
              Order {quantity}
            </Button>
          ))}
        </div>
      )}
      {replacementId && (
        <Button className="btn btn-quiet btn-sm" onClick={() => onReplace(replacementId)}>
          Take its replacement
        </Button>
      )}
      {problem.kind === 'price' && (
        <Button className="btn btn-quiet btn-sm" onClick={() => onAccept(problem.price)}>
          Order at {formatMoney(problem.price)}
        </Button>
      )}
    </div>
  )
}
