import { type FormEvent, useRef, useState } from 'react'
import type { CartLine } from '#contract/schemas/carts.ts'
import { isQuantity } from '#web/cart/cart-store.ts'
import type { SentLine } from '#web/cart/draft-line.ts'
import type { ListAnswers, ListQuestion } from '#web/quick-order/interpret-list.ts'
import { ListQuestionForm } from '#web/quick-order/list-question.tsx'
import { readOrderList } from '#web/quick-order/read-order-list.ts'
import { type ListRow, priceRow, resolveRows } from '#web/quick-order/resolve-rows.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/field.tsx'

/** Numbers that left open which is the quantity become '?': without a quantity the line would order the minimum. */
const writeLine = ({ sku, quantity, request }: ListRow) =>
  `${sku}\t${quantity || (request?.quantities.length ? '?' : '')}`

interface AddLinesProps {
  lines: readonly CartLine[]
  onAdd: (added: readonly SentLine[]) => Promise<void>
}

export function AddLines({ lines, onAdd }: AddLinesProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [faulty, setFaulty] = useState<readonly ListRow[]>([])
  const [pendingQuestion, setPendingQuestion] = useState<{ answers: ListAnswers; question: ListQuestion }>()
  const [isReading, setReading] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function add(answers: ListAnswers) {
    if (isReading) return
    setReading(true)
    setProblem(undefined)
    setPendingQuestion(undefined)
    setText('')
    let remaining = text
    try {
      const read = await readOrderList(text, answers)
      if ('problem' in read) return setProblem(read.problem)
      if ('question' in read) return setPendingQuestion({ answers, question: read.question })
      const rows = resolveRows(read.rows, read.tools)
      const fitting = rows.filter(({ problem: fault }) => fault === undefined)
      const left = rows.filter(({ problem: fault }) => fault !== undefined)
      setFaulty(left)
      if (fitting.length > 0) await onAdd(toSentLines(fitting, lines))
      remaining = left.map(writeLine).join('\n')
      form.current?.querySelector('textarea')?.focus()
    } catch (error) {
      setProblem(toErrorMessage(error))
    } finally {
      setText(typed => [remaining, typed].filter(Boolean).join('\n'))
      setReading(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    return add({})
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid max-w-xl gap-3">
      <TextArea
        label="Add tools"
        name="list"
        rows={4}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setPendingQuestion(undefined)
        }}
        error={problem}
        hint="A line for each: SKU and quantity, typed or pasted from a spreadsheet"
      />
      {pendingQuestion && (
        <ListQuestionForm
          {...pendingQuestion.question}
          onAnswer={answer => add({ ...pendingQuestion.answers, ...answer })}
        />
      )}
      {faulty.length > 0 && (
        <ul role="alert" className="grid gap-1 text-error">
          {faulty.map(({ number, sku, problem: fault }) => (
            <li key={number}>
              {sku}: {fault}
            </li>
          ))}
        </ul>
      )}
      <div>
        <SubmitButton busy={isReading} className="btn btn-quiet">
          Add these lines
        </SubmitButton>
      </div>
    </form>
  )
}

/** An added line replaces that of the cart, so its quantity includes what is in the cart already. */
function toSentLines(rows: readonly ListRow[], lines: readonly CartLine[]): SentLine[] {
  return rows.flatMap(row => {
    const toolId = row.tool?._id
    if (!toolId) return []
    const present = lines.find(line => line.toolId === toolId)?.quantity ?? 0
    const quantity = Number(row.quantity) + (isQuantity(present) ? present : 0)
    return [{ toolId, quantity, price: (priceRow(row)?.unitCents ?? 0) / 100 }]
  })
}
