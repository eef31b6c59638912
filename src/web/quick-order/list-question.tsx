import { Button } from '#web/ui/button.tsx'

interface ListQuestionFormProps<Answer> {
  text: string
  choices: readonly { name: string; answer: Answer }[]
  onAnswer: (answer: Answer) => void
}

export function ListQuestionForm<Answer>({ text, choices, onAnswer }: ListQuestionFormProps<Answer>) {
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
