import { useLayoutEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { type ImportColumn, importColumnTitles } from '#contract/cells/tool-cells.ts'
import type { ImportRow } from '#contract/schemas/admin/imports.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError, TextArea } from '#web/ui/forms/field.tsx'

const longColumns: readonly ImportColumn[] = ['specifications', 'description']

export function RowRepair({ row, isOpen }: { row: ImportRow; isOpen: boolean }) {
  const { cells, errors } = row
  const fetcher = useFetcher()
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const own = form.current
    return () => {
      if (own?.contains(document.activeElement)) focusNextRepair(own)
    }
  }, [])
  const faulty = (Object.keys(importColumnTitles) as ImportColumn[]).filter(column =>
    errors.some(error => error.column === column),
  )
  const [texts, setTexts] = useState<Partial<Record<ImportColumn, string>>>({})
  const describe = (column: ImportColumn) => errors.find(error => error.column === column)?.message
  if (!isOpen)
    return errors.map(({ column, message }) => (
      <p key={`${column} ${message}`} className="text-sm text-error">
        {column && `${importColumnTitles[column]}: `}
        {message}
      </p>
    ))
  const toField = (column: ImportColumn) => ({
    label: importColumnTitles[column],
    value: texts[column] ?? cells[column] ?? '',
    error: describe(column),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTexts({ ...texts, [column]: currentTarget.value }),
  })
  return (
    <fetcher.Form
      ref={form}
      method="post"
      noValidate
      className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] items-start gap-x-4 gap-y-2 py-1"
    >
      <input type="hidden" name="intent" value="repair" />
      <input type="hidden" name="position" value={row.position} />
      <input type="hidden" name="cells" value={JSON.stringify(texts)} />
      <input type="hidden" name="shown" value={JSON.stringify(cells)} />
      {faulty.map(column =>
        longColumns.includes(column) ? (
          <TextArea key={column} rows={3} {...toField(column)} />
        ) : (
          <Field key={column} autoComplete="off" {...toField(column)} />
        ),
      )}
      <FormError>{errors.find(({ column }) => column === null)?.message}</FormError>
      <div className="sm:mt-6">
        <SubmitButton
          busy={fetcher.state !== 'idle'}
          className="btn btn-quiet"
          aria-label={`Check row ${row.position + 1} again`}
        >
          Check again
        </SubmitButton>
      </div>
    </fetcher.Form>
  )
}

/** Must be called before the row leaves. Focuses the row below or above, or the link of the shown list. */
function focusNextRepair(form: HTMLFormElement): void {
  const row = form.closest('tr')
  const next = [row?.nextElementSibling, row?.previousElementSibling].find(each => each?.querySelector('form'))
  const field = next?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, button')
  const shownList = form.closest('section')?.querySelector<HTMLElement>('nav [aria-current=page]')
  ;(field ?? shownList)?.focus()
}
