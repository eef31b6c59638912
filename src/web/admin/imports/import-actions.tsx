import { formatNumber } from '#contract/format-number.ts'
import type { ImportDetails } from '#contract/schemas/admin/imports.ts'
import { canTakeImportStep } from '#contract/states/import-steps.ts'
import { formatCount } from '#web/ui/text/format-count.ts'
import { ConfirmRowAction } from '#web/widgets/row-actions.tsx'

export function ImportActions({ details: { state, counts, version } }: { details: ImportDetails }) {
  const toWrite = counts.new + counts.changed
  const leftOut = counts.faulty > 0 ? `; the ${formatCount(counts.faulty, rowNouns)} at fault are left out` : ''
  return (
    <div className="flex flex-wrap items-center gap-3">
      {canTakeImportStep('apply', state) &&
        (toWrite > 0 ? (
          <ConfirmRowAction
            question={`Apply ${formatCount(toWrite, rowNouns)} to the catalogue?`}
            detail={`${formatNumber(counts.new)} new, ${formatNumber(counts.changed)} changed${leftOut}. It can be undone.`}
            tone="primary"
            fields={{ intent: 'apply', version: String(version) }}
            label={`Apply ${formatCount(toWrite, rowNouns)}`}
            className="btn-primary"
          >
            {`Apply ${formatCount(toWrite, rowNouns)}`}
          </ConfirmRowAction>
        ) : (
          <p>There is nothing to apply.</p>
        ))}
      {canTakeImportStep('undo', state) && toWrite > 0 && (
        <ConfirmRowAction
          question="Undo this import?"
          detail="Each field goes back to what it was, unless it was changed again since; tools that were added leave the catalogue unless they were ordered."
          fields={{ intent: 'undo' }}
          label="Undo the import"
          className="btn-delete"
        >
          Undo
        </ConfirmRowAction>
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
