import type { ChangeEvent, KeyboardEvent } from 'react'
import type { Selection } from './use-selection.ts'

const boxClass = 'checkbox'
const toBoxId = (rowId: string) => `select-${rowId}`

export function SelectAllBox({ selection, count }: { selection: Selection; count: number }) {
  const selected = selection.ids.length
  return (
    <label className="select-box">
      <input
        type="checkbox"
        className={boxClass}
        checked={selected === count}
        ref={box => {
          if (box) box.indeterminate = selected > 0 && selected < count
        }}
        onChange={event => selection.selectAll(event.target.checked)}
        onKeyDown={event => event.key === 'Escape' && selection.keep([])}
      />
      <span className="select-all-name">Select all on this page</span>
    </label>
  )
}

/** Shift selects the rows up to the last chosen one. Arrow keys, j and k move between rows. */
export function SelectBox({ selection, id, name }: { selection: Selection; id: string; name: string }) {
  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = rowSteps[event.key]
    if (event.key === 'Escape') selection.keep([])
    else if (step !== undefined) {
      event.preventDefault()
      focusNeighbor(event.currentTarget, step)
    }
  }
  return (
    <label className="select-box">
      <input
        id={toBoxId(id)}
        type="checkbox"
        className={boxClass}
        aria-label={`Select ${name}`}
        checked={selection.isSelected(id)}
        onChange={event => selection.select(id, event.target.checked, hasShift(event))}
        onKeyDown={handleKey}
      />
    </label>
  )
}

const rowSteps: Record<string, 1 | -1> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** The change event's native event is a click, also for the Space key. */
const hasShift = ({ nativeEvent }: ChangeEvent) => 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true

function focusNeighbor(box: HTMLInputElement, step: 1 | -1): void {
  const boxes = [...(box.closest('tbody')?.querySelectorAll<HTMLInputElement>('th input') ?? [])]
  boxes[boxes.indexOf(box) + step]?.focus()
}

export function focusSelectBox(rowId: string | undefined): void {
  if (rowId !== undefined) document.getElementById(toBoxId(rowId))?.focus()
}
