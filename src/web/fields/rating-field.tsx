import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { readNumber } from '#contract/cells/read-number.ts'
import { Labelled } from '#web/ui/forms/field.tsx'
import { typeText } from '#web/ui/forms/type-text.ts'

const [least, most, step] = [1, 5, 0.5]
const stars = [1, 2, 3, 4, 5] as const

export function readRating(text: string): number {
  const reading = readNumber(text)
  return reading && 'value' in reading ? reading.value : Number.NaN
}

export function RatingField({ label, name, error }: { label: string; name: string; error: string | undefined }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const rating = readRating(text)

  function choose(value: number) {
    if (field.current) typeText(field.current, String(Math.min(most, Math.max(least, value))))
  }

  function stepByKey(event: KeyboardEvent) {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (!direction) return
    event.preventDefault()
    choose(Number.isFinite(rating) ? Math.round(rating / step) * step + direction * step : least)
  }

  function chooseByPointer(event: MouseEvent<HTMLElement>, star: number) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    choose(event.clientX < left + width / 2 ? star - step : star)
  }

  return (
    <Labelled label={label} error={error} hint="1 to 5">
      {fieldProps => (
        <div className="flex flex-wrap items-center gap-3">
          <input
            {...fieldProps}
            ref={field}
            name={name}
            inputMode="decimal"
            className="input w-24 tabular-nums"
            value={text}
            onChange={event => setText(event.target.value)}
            onKeyDown={stepByKey}
          />
          <div aria-hidden="true" className="flex">
            {stars.map(star => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
              // biome-ignore lint/a11y/noStaticElementInteractions: for pointers; the field is for everybody
              <span
                key={star}
                className="grid size-11 cursor-pointer place-items-center"
                onClick={event => chooseByPointer(event, star)}
              >
                <StarOutline filled={Math.min(1, Math.max(0, rating - star + 1)) || 0} />
              </span>
            ))}
          </div>
        </div>
      )}
    </Labelled>
  )
}

const starPath = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z'

function StarOutline({ filled }: { filled: number }) {
  return (
    <svg viewBox="0 0 20 20" className="size-9 fill-base-100 stroke-muted" aria-hidden="true">
      <path d={starPath} />
      <svg viewBox={`0 0 ${20 * filled} 20`} width={20 * filled} height="20" className="fill-primary">
        <path d={starPath} />
      </svg>
    </svg>
  )
}
