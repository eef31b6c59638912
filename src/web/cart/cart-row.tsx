import { type KeyboardEvent, memo, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { readPieces } from '#contract/cells/read-number.ts'
import { type LinePrice, priceLine, toListPrices } from '#contract/pricing/prices.ts'
import type { CartLine, CartTool } from '#contract/schemas/carts.ts'
import { NextBreak } from '#web/catalogue/next-break.tsx'
import { QuantityInput } from '#web/fields/quantity-input.tsx'
import { ListPrice } from '#web/prices/list-price.tsx'
import { Button } from '#web/ui/button.tsx'
import { Labelled } from '#web/ui/forms/field.tsx'
import { useMoney } from '#web/ui/text/money.tsx'
import { changeQuantity, checkLine, type LineProblem } from './check-line.ts'
import { findReplacement } from './replacements.ts'

interface CartRowProps {
  line: CartLine
  onChange: (line: CartLine) => void
  onRemove: (line: CartLine) => void
  onReplace: (line: CartLine, replacement: CartLine) => void
  /** The form of the field for the buyer's reference; undefined: none is asked for. */
  referenceForm: string | undefined
  /** What is in the field at first. */
  reference: string | undefined
  referenceError: string | undefined
}

export const CartRow = memo(function CartRow(props: CartRowProps) {
  const { line, onChange, onRemove, onReplace, referenceForm, reference, referenceError } = props
  const formatMoney = useMoney()
  const { toolName, sku, tool } = line
  const { problem, price } = checkLine(line)
  const noteId = useId()
  const row = useRef<HTMLTableRowElement>(null)

  const focusQuantity = () => row.current?.querySelector<HTMLElement>(quantitySelector)?.focus()

  async function replace(toolId: string) {
    const replacement = await findReplacement(line, toolId)
    if (replacement) onReplace(line, replacement)
  }

  function choose(quantity: number) {
    onChange(changeQuantity(line, quantity))
    focusQuantity()
  }

  return (
    <tr ref={row} data-problem={problem?.kind} className="cart-row">
      <td data-card="title" className="w-full max-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3">
          {tool ? (
            <Link to={`/shop/${line.toolId}`} dir="auto" className="font-semibold wrap-anywhere hover:underline">
              {toolName}
            </Link>
          ) : (
            <span dir="auto" className="font-semibold wrap-anywhere">
              {toolName}
            </span>
          )}
          <span className="font-normal text-muted wrap-anywhere">
            {sku}
            {tool?.partNumber && ` · your ${tool.partNumber}`}
            {tool && tool.increment > 1 && `, by the ${tool.unitLabel || `pack of ${tool.increment}`}`}
          </span>
        </div>
        <div id={noteId} aria-live="polite" className="font-normal">
          {problem ? (
            <LineProblemNote
              problem={problem}
              onChoose={choose}
              onReplace={replace}
              onAccept={accepted => {
                onChange({ ...line, price: accepted })
                focusQuantity()
              }}
            />
          ) : (
            price && isNear(price, line.quantity) && <NextBreak price={price} isShort onChoose={choose} />
          )}
        </div>
        {referenceForm && (
          <Labelled label={`Your reference for ${toolName}`} isLabelHidden error={referenceError}>
            {fieldProps => (
              <input
                {...fieldProps}
                className="input input-sm mt-1 w-full max-w-72 font-normal"
                form={referenceForm}
                name={`reference.${line.toolId}`}
                placeholder="Your reference"
                defaultValue={reference}
                onKeyDown={moveBetweenRows}
              />
            )}
          </Labelled>
        )}
      </td>
      <td data-card="status">
        {tool ? (
          <Quantity
            line={line}
            tool={tool}
            noteId={noteId}
            isInvalid={problem?.kind === 'quantity'}
            onChange={quantity => onChange(changeQuantity(line, quantity))}
          />
        ) : (
          line.quantity
        )}
      </td>
      <td data-card="text" data-numeric>
        {price ? formatMoney(price.unitCents / 100) : '–'}
        {price && tool?.companyPrice && (
          <ListPrice
            price={priceLine(line.quantity, { ...tool, ...toListPrices(tool) }).unitCents / 100}
            own={price.unitCents / 100}
            className="block text-sm"
          />
        )}
      </td>
      <td data-card="note" data-numeric className="font-semibold">
        {price && problem?.kind !== 'quantity' ? formatMoney(price.totalCents / 100) : '–'}
      </td>
      <td data-card="open">
        <Button
          className="btn btn-ghost btn-square btn-sm text-xl! text-muted hover:text-error"
          aria-label={`Remove ${toolName}`}
          title="Remove"
          onClick={event => {
            focusNextRow(event.currentTarget)
            onRemove(line)
          }}
        >
          ×
        </Button>
      </td>
    </tr>
  )
})

const isNear = ({ nextBreak }: LinePrice, quantity: number) =>
  nextBreak !== undefined && nextBreak.addPieces * 2 <= quantity

interface QuantityProps {
  line: CartLine
  tool: CartTool
  noteId: string
  isInvalid: boolean
  onChange: (quantity: number) => void
}

function Quantity({ line, tool, noteId, isInvalid, onChange }: QuantityProps) {
  const id = useId()
  const [typed, setTyped] = useState(String(line.quantity))
  const text = readPieces(typed) === line.quantity || Number.isNaN(line.quantity) ? typed : String(line.quantity)
  return (
    <div className="w-40 pointer-coarse:w-48">
      <QuantityInput
        id={id}
        isSmall
        label={line.toolName}
        rules={tool}
        text={text}
        isInvalid={isInvalid}
        aria-describedby={noteId}
        onChange={next => {
          setTyped(next)
          onChange(readPieces(next))
        }}
        onKeyDown={moveBetweenRows}
      />
    </div>
  )
}

/** Finds the quantities of a cart. */
export const quantitySelector = '[role=spinbutton]'

/** Enter does not submit: it leads to the same field of the next row. */
function moveBetweenRows(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const selector = event.currentTarget.matches(quantitySelector) ? quantitySelector : '[name^="reference."]'
  const inputs = [...(event.currentTarget.closest('tbody')?.querySelectorAll<HTMLInputElement>(selector) ?? [])]
  const next = inputs[inputs.indexOf(event.currentTarget) + (event.shiftKey ? -1 : 1)]
  next?.focus()
  next?.select()
}

/** Must be called before the row is removed. */
function focusNextRow(button: HTMLButtonElement): void {
  const buttons = [...(button.closest('tbody')?.querySelectorAll<HTMLElement>('td:last-child button') ?? [])]
  const index = buttons.indexOf(button)
  const next = buttons[index + 1] ?? buttons[index - 1] ?? document.querySelector<HTMLElement>('main')
  next?.focus()
}

interface LineProblemNoteProps {
  problem: LineProblem
  onChoose: (quantity: number) => void
  onAccept: (price: number) => void
  onReplace: (toolId: string) => void
}

function LineProblemNote({ problem, onChoose, onAccept, onReplace }: LineProblemNoteProps) {
  const formatMoney = useMoney()
  const replacementId = problem.kind === 'quantity' ? problem.replacementId : null
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-error">
        {problem.kind === 'price'
          ? `Each was ${formatMoney(problem.shown)}, and is ${formatMoney(problem.price)} now.`
          : problem.sentence}
      </p>
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
