import { useSyncedState } from '#web/ui/forms/use-synced-state.ts'
import type { Choices } from './list-columns.ts'

interface ChoiceProps {
  label: string
  name: string
  choices: Choices
  value: string | undefined
}

/** A select that submits its form when it changes. */
export function Choice({ label, name, choices, value }: ChoiceProps) {
  const [chosen, choose] = useSyncedState(value ?? choices[0]?.[0])
  return (
    <div className="grid gap-1">
      <label htmlFor={`list-${name}`} className="font-semibold">
        {label}
      </label>
      <select
        id={`list-${name}`}
        name={name}
        className="select w-full lg:min-w-32"
        value={chosen}
        onChange={({ currentTarget }) => {
          choose(currentTarget.value)
          currentTarget.form?.requestSubmit()
        }}
      >
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
