import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { InputOf } from '#contract/client.ts'
import type { DiscountGroup, ListRow } from '#contract/schemas/prices.ts'
import { PriceBreakFields, readPrice, readPriceBreaks } from '#web/admin/tools/price-break-fields.tsx'
import { NumberField } from '#web/fields/number-field.tsx'
import { createNumberReader } from '#web/fields/read-numbers.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError, Labelled } from '#web/ui/forms/field.tsx'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { formatCount } from '#web/ui/text/format-count.ts'
import { Dialog } from '#web/widgets/dialog.tsx'

type Target = 'tool' | 'group' | 'all'
type Kind = 'percent' | 'price' | 'end'

export const describeTarget = ({ sku, discountGroup }: Pick<ListRow, 'sku' | 'discountGroup'>) =>
  sku || (discountGroup === '' ? 'All tools' : `Group ${discountGroup}`)

/** What is no number becomes null, which the shop refuses at its field; unreadable price breaks are said with `price`. */
export function readListRow(form: FormData): InputOf<'addListRow'>['body'] {
  const readText = (name: string) => String(form.get(name) ?? '').trim()
  const reader = createNumberReader(form)
  const kind = readText('kind')
  const breaks = readPriceBreaks(form)
  const replaces = readText('replaces')
  return {
    sku: readText('sku'),
    discountGroup: readText('discountGroup'),
    validFrom: readText('validFrom'),
    ...(kind === 'price' && {
      price: reader.readDecimal('price'),
      priceBreaks: 'question' in breaks ? [{ from: Number.NaN, price: Number.NaN }] : breaks.priceBreaks,
    }),
    ...(kind === 'percent' && { percentOff: reader.readPercent('percentOff') }),
    ends: kind === 'end',
    isConfirmed: form.has('isConfirmed'),
    ...(replaces !== '' && { replaces }),
  }
}

interface ListRowDialogProps {
  title: string
  /** The row that the new one takes the place of. */
  row: ListRow | undefined
  groups: readonly DiscountGroup[]
  onClose: () => void
}

export function ListRowDialog({ title, row, groups, onClose }: ListRowDialogProps) {
  const fetcher = useFetcher<{ saved?: string; failure?: string; code?: string; errors?: Record<string, string> }>()
  const { timeZone } = usePageSettings()
  const { saved, failure, code, errors = {} } = fetcher.data ?? {}
  const [target, setTarget] = useState<Target>(row?.toolId ? 'tool' : row?.discountGroup ? 'group' : 'all')
  const [kind, setKind] = useState<Kind>(
    row ? (row.percentOff !== null ? 'percent' : row.price !== null ? 'price' : 'end') : 'percent',
  )
  const [priceText, setPriceText] = useState(row?.price?.toFixed(2) ?? '')
  useEffect(() => {
    if (saved) onClose()
  }, [saved, onClose])
  const isLarge = code === 'discount_unconfirmed'
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format()
  return (
    <Dialog title={title} onClose={onClose}>
      <fetcher.Form method="post" noValidate className="grid gap-4">
        <input type="hidden" name="intent" value="add" />
        {row && <input type="hidden" name="replaces" value={row._id} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <Labelled label="For">
            {fieldProps => (
              <select
                {...fieldProps}
                className="select w-full"
                value={target}
                onChange={({ target: { value } }) => {
                  setTarget(value as Target)
                  if (value !== 'tool' && kind === 'price') setKind('percent')
                }}
              >
                <option value="tool">a tool</option>
                <option value="group">a discount group</option>
                <option value="all">all tools</option>
              </select>
            )}
          </Labelled>
          {target === 'tool' && <Field label="SKU" name="sku" defaultValue={row?.sku} error={errors.sku} />}
          {target === 'group' && (
            <>
              <Field
                label="Discount group"
                name="discountGroup"
                list="discount-groups"
                autoComplete="off"
                defaultValue={row?.discountGroup}
                error={errors.discountGroup}
                hint={groups.length === 0 ? 'No tool has one yet: tools get them on their page.' : undefined}
              />
              <datalist id="discount-groups">
                {groups.map(({ name, tools }) => (
                  <option key={name} value={name} label={formatCount(tools, ['tool', 'tools'])} />
                ))}
              </datalist>
            </>
          )}
          <Field
            label="From"
            name="validFrom"
            type="date"
            defaultValue={row?.validFrom ?? today}
            error={errors.validFrom}
          />
          <Labelled label="Price">
            {fieldProps => (
              <select
                {...fieldProps}
                name="kind"
                className="select w-full"
                value={kind}
                onChange={({ target: { value } }) => setKind(value as Kind)}
              >
                <option value="percent">percent off the public price</option>
                {target === 'tool' && <option value="price">a price of its own</option>}
                <option value="end">ends an earlier row</option>
              </select>
            )}
          </Labelled>
          {kind === 'percent' && (
            <NumberField
              label="Percent off"
              name="percentOff"
              step={0.01}
              max={99.99}
              defaultValue={row?.percentOff ?? ''}
              error={errors.percentOff}
            />
          )}
          {kind === 'price' && (
            <NumberField
              label="Price of a piece"
              name="price"
              step={0.01}
              defaultValue={row?.price?.toFixed(2) ?? ''}
              onInput={({ currentTarget }) => setPriceText(currentTarget.value)}
              error={errors.price}
            />
          )}
        </div>
        {kind === 'price' && (
          <PriceBreakFields
            initial={row?.priceBreaks ?? []}
            price={readPrice(priceText)}
            error={errors.priceBreaks ?? Object.entries(errors).find(([name]) => name.startsWith('priceBreaks'))?.[1]}
          />
        )}
        {isLarge && (
          <label className="flex items-center gap-3">
            <input type="checkbox" name="isConfirmed" className="checkbox" />
            Yes, 90 percent off or more
          </label>
        )}
        <FormError>{Object.keys(errors).length === 0 ? failure : undefined}</FormError>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-quiet" onClick={onClose}>
            Close
          </button>
          <SubmitButton busy={fetcher.state !== 'idle'}>Save</SubmitButton>
        </div>
      </fetcher.Form>
    </Dialog>
  )
}
