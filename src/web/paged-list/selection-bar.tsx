import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { formatCount } from '#web/ui/text/format-count.ts'
import { Confirm } from '#web/widgets/dialog.tsx'
import type { BulkAction, BulkActions, BulkOutcome, RefusedRows } from './bulk-actions.ts'
import { ExportButtons } from './export-buttons.tsx'
import type { ListSearch } from './list-search.ts'
import { focusSelectBox } from './selection-boxes.tsx'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps<Row> {
  selection: Selection
  rows: readonly Row[]
  nouns: readonly [singular: string, plural: string]
  search: ListSearch
  bulk: Pick<BulkActions<Row>, 'actions' | 'exports' | 'documents'>
  refused: RefusedRows | undefined
  /** Result of the last action. A refused call keeps the question open. */
  outcome: BulkOutcome | undefined
  busy: boolean
  onRun: (action: BulkAction<Row>, fields?: FormData) => Promise<void>
  onDismiss: () => void
}

export function SelectionBar<Row>({
  selection,
  rows,
  nouns,
  search,
  bulk,
  refused,
  outcome,
  busy,
  onRun,
  onDismiss,
}: SelectionBarProps<Row>) {
  const [actionToConfirm, setActionToConfirm] = useState<BulkAction<Row>>()
  const [outcomeBefore, setOutcomeBefore] = useState(outcome)
  const [shownOutcome, setShownOutcome] = useState(outcome)
  if (outcome !== shownOutcome) {
    setShownOutcome(outcome)
    if (outcome?.results) setActionToConfirm(undefined)
  }
  const bar = useRef<HTMLFieldSetElement>(null)
  const count = selection.ids.length
  const selectedNouns = formatCount(count, nouns)
  useFocusAfter(actionToConfirm !== undefined || busy, bar)

  function clear() {
    selection.keep([])
    focusSelectBox(selection.last)
  }

  async function start(action: BulkAction<Row>) {
    if (busy) return
    if (!action.question) return onRun(action)
    setOutcomeBefore(outcome)
    setActionToConfirm(action)
  }

  return (
    <>
      <fieldset
        ref={bar}
        aria-label={`Selected ${nouns[1]}`}
        tabIndex={-1}
        className={count > 0 || refused ? 'selection-bar' : 'outline-none'}
        onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && count > 0 && clear()}
      >
        {refused && <RefusedList refused={refused} onDismiss={onDismiss} />}
        <div className="flex flex-wrap items-center gap-2">
          <div className="mr-auto flex items-center justify-between gap-2 max-sm:basis-full">
            <p role="status" className="font-semibold tabular-nums">
              {count > 0 && `${selectedNouns} selected`}
            </p>
            {count > 0 && (
              <button type="button" className="btn btn-ghost btn-sm" onClick={clear}>
                Clear
              </button>
            )}
          </div>
          {count > 0 && (
            <>
              {bulk.actions.map(action => (
                <button
                  key={action.intent}
                  type="button"
                  className={`btn btn-sm ${action.className}`}
                  aria-label={`${action.name}: ${selectedNouns}`}
                  aria-disabled={busy || undefined}
                  onClick={() => start(action)}
                >
                  {action.name}
                </button>
              ))}
              {bulk.documents?.(selection.ids)}
              <ExportButtons exports={bulk.exports} search={search} selected={selection.ids} />
            </>
          )}
        </div>
      </fieldset>
      {actionToConfirm?.question && (
        <Confirm
          question={`Are you sure to ${actionToConfirm.question.verb} ${selectedNouns}?`}
          detail={actionToConfirm.question.detail}
          tone={actionToConfirm.question.tone}
          busy={busy}
          onYes={fields => onRun(actionToConfirm, fields)}
          onNo={() => setActionToConfirm(undefined)}
        >
          {actionToConfirm.question.fields?.(rows, (outcome !== outcomeBefore && outcome?.errors) || {})}
        </Confirm>
      )}
    </>
  )
}

function useFocusAfter(isActive: boolean, bar: { current: HTMLFieldSetElement | null }): void {
  const wasActive = useRef(false)
  useEffect(() => {
    const hasLostFocus = document.activeElement === null || document.activeElement === document.body
    if (wasActive.current && !isActive && hasLostFocus) bar.current?.focus({ preventScroll: true })
    wasActive.current = isActive
  }, [isActive, bar])
}

function RefusedList({ refused, onDismiss }: { refused: RefusedRows; onDismiss: () => void }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid gap-2 border-b border-base-300 pb-2">
      <div className="flex items-center justify-between gap-2">
        <div role="alert">
          <h2 id={titleId} className="text-xl text-error">
            {refused.title}
          </h2>
        </div>
        <button type="button" className="btn btn-quiet btn-sm" onClick={onDismiss}>
          Dismiss
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
      <ul className="grid max-h-32 gap-1 overflow-y-auto text-sm" tabIndex={0} aria-labelledby={titleId}>
        {refused.rows.map(({ id, name, detail }) => (
          <li key={id}>
            <strong>{name}</strong> {detail}
          </li>
        ))}
      </ul>
    </section>
  )
}
