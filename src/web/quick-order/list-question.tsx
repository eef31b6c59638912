import { Button } from '#web/ui/button.tsx'
import type { ListAnswers, ListQuestion } from './interpret-list.ts'

interface ListQuestionFormProps {
  question: ListQuestion
  onAnswer: (answer: ListAnswers) => void
}

export function ListQuestionForm({ question: { text, choices }, onAnswer }: ListQuestionFormProps) {
  return (
    <fieldset className="grid gap-2">
      <legend role="status" className="mb-2 font-semibold">
        {text}
      </legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ name, answer }) => (
          <Button
            key={name}
            className="btn btn-quiet h-auto min-h-10 py-1 wrap-anywhere whitespace-normal"
            onClick={() => onAnswer(answer)}
          >
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
