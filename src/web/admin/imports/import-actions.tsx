import { formatNumber } from '#contract/format-number.ts'
import type { ImportDetails } from '#contract/schemas/admin/imports.ts'
import { canTakeImportStep } from '#contract/states/import-steps.ts'
import { formatCount } from '#web/ui/text/format-count.ts'
import { ConfirmRowAction, RowAction } from '#web/widgets/row-actions.tsx'

export function ImportActions({ details: { state, counts, version, list, undoes } }: { details: ImportDetails }) {
  const toWrite = counts.new + counts.changed + counts.removed
  const apply = `${undoes ? 'Take back' : 'Apply'} ${formatCount(toWrite, rowNouns)}`
  const leftOut = counts.faulty > 0 ? `; ${formatCount(counts.faulty, rowNouns)} at fault stay out` : ''
  const removed = counts.removed > 0 ? `, ${formatNumber(counts.removed)} removed` : ''
  return (
    <div className="flex flex-wrap items-center gap-3">
      {canTakeImportStep('apply', state) &&
        (toWrite > 0 ? (
          <ConfirmRowAction
            question={`${apply} ${undoes ? 'of' : 'to'} ${list?.name ?? 'the catalogue'}?`}
            detail={`${formatNumber(counts.new)} new, ${formatNumber(counts.changed)} changed${removed}${leftOut}. It can be undone.`}
            tone="primary"
            fields={{ intent: 'apply', version: String(version) }}
            label={apply}
            className="btn-primary"
          >
            {apply}
          </ConfirmRowAction>
        ) : (
          <p>There is nothing to apply.</p>
        ))}
      {state === 'applied' && toWrite > 0 && (
        <RowAction fields={{ intent: 'undo' }} label="Undo the import" className="btn-delete">
          Undo …
        </RowAction>
      )}
      {canTakeImportStep('discard', state) && (
        <ConfirmRowAction
          question="Discard this import?"
          detail="Nothing of it was applied."
          fields={{ intent: 'discard' }}
          label="Discard the import"
          className="btn-quiet"
        >
          Discard
        </ConfirmRowAction>
      )}
    </div>
  )
}

const rowNouns = ['row', 'rows'] as const
