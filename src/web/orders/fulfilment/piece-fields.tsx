import type { ReactNode } from 'react'
import { readPieces } from '#contract/cells/read-number.ts'
import { formatNumber } from '#contract/format-number.ts'
import { NumberInput } from '#web/fields/number-field.tsx'
import { toConflictMessage, toFieldErrors } from '#web/session/api-errors.ts'

interface Line {
  toolId: string
  toolName: string
  sku: string
  left: number
}

const piecesPrefix = 'pieces.'
export const shippedPrefix = 'shipped.'

/** An empty field has the quantity NaN. */
export function readPieceFields(form: FormData, prefix = piecesPrefix): { toolId: string; quantity: number }[] {
  return [...form].flatMap(([name, value]) => {
    if (!name.startsWith(prefix)) return []
    return [{ toolId: name.slice(prefix.length), quantity: readPieces(String(value)) }]
  })
}

export const readPieceLines = (form: FormData, prefix = piecesPrefix) =>
  readPieceFields(form, prefix).filter(({ quantity }) => !Number.isNaN(quantity) && quantity !== 0)

export interface PieceFailure {
  failure: string
  /** Maps ids of tools to messages. */
  pieceErrors: Record<string, string>
  shippedErrors?: Record<string, string>
  errors: Record<string, string>
  latest?: object
}

/** The API’s sentence for an empty field does not say what belongs there. */
export const explainIfMissing = (error: string | undefined, sentence: string) =>
  error === 'This is needed.' ? sentence : error

export class FormFailure extends Error {
  readonly failure: PieceFailure

  constructor(failure: PieceFailure) {
    super(failure.failure)
    this.failure = failure
  }
}

export function toPieceFailure(error: unknown, form: FormData): PieceFailure {
  const errors = toFieldErrors(error)
  const readErrors = (prefix: string, ...lists: string[]) =>
    readPieceLines(form, prefix).flatMap(({ toolId }, index) => {
      const list = lists.find(each => errors[`${each}.${index}.quantity`])
      return list ? [[toolId, errors[`${list}.${index}.quantity`] ?? '']] : []
    })
  return {
    failure: errors.lines ?? toConflictMessage(error),
    pieceErrors: Object.fromEntries(readErrors(piecesPrefix, 'lines', 'received')),
    shippedErrors: Object.fromEntries(readErrors(shippedPrefix, 'credited')),
    errors,
  }
}

interface PieceFieldsProps {
  id: string
  lines: readonly Line[]
  errors: PieceFailure['pieceErrors']
  prefix?: string
  isFull?: boolean
  children?: (line: Line) => ReactNode
}

export function PieceFields({ id, lines, errors, prefix = piecesPrefix, isFull = false, children }: PieceFieldsProps) {
  return (
    <ul className="grid gap-1 text-sm">
      {lines.map(line => {
        const { toolId, toolName, sku, left } = line
        const fieldId = `${id}-${toolId}`
        return (
          <li
            key={toolId}
            className={`grid items-center gap-x-4 ${children ? 'gap-y-1 sm:grid-cols-[1fr_auto]' : 'grid-cols-[1fr_auto]'}`}
          >
            <label htmlFor={fieldId} className="wrap-anywhere">
              {toolName} <span className="inline-block text-muted">{sku}</span>
            </label>
            <div className="flex items-center justify-end gap-2 tabular-nums">
              <NumberInput
                id={fieldId}
                name={`${prefix}${toolId}`}
                max={left}
                defaultValue={isFull ? left : 0}
                className="input h-8 w-18 text-end pointer-coarse:h-11 sm:w-20"
                aria-invalid={errors[toolId] !== undefined}
                aria-describedby={errors[toolId] && `${fieldId}-error`}
              />
              <span className="min-w-10 sm:min-w-14">of {formatNumber(left)}</span>
              {children?.(line)}
            </div>
            {errors[toolId] && (
              <p id={`${fieldId}-error`} className="col-span-full text-end text-error">
                {errors[toolId]}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
