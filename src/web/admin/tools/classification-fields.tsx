import { useId } from 'react'
import type { ToolDetails } from '#contract/schemas/tools.ts'
import { NumberField } from '#web/fields/number-field.tsx'
import { Field, Labelled } from '#web/ui/forms/field.tsx'
import { usePageSettings } from '#web/ui/page-settings.ts'
import type { ToolChoices, ToolFormFailure } from './tool-form.tsx'

interface ClassificationFieldsProps {
  tool: ToolDetails | undefined
  choices: ToolChoices
  errors: NonNullable<ToolFormFailure['errors']>
}

export function ClassificationFields({ tool, choices: { brands, categories }, errors }: ClassificationFieldsProps) {
  const { pricesIncludeTax } = usePageSettings()
  const brandsId = useId()
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3 xl:grid-cols-2">
        <Field
          label="Brand"
          name="brand"
          defaultValue={tool?.brand}
          error={errors.brand}
          list={brandsId}
          autoComplete="off"
        />
        <datalist id={brandsId}>
          {brands.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Labelled label="Category" error={errors.category}>
          {fieldProps => (
            <select {...fieldProps} name="category" defaultValue={tool?.category ?? ''} className="select w-full">
              <option value="">None</option>
              {categories.map(({ slug, name, parent }) => (
                <option key={slug} value={slug}>
                  {parent ? `\u2003${name}` : name}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <NumberField
          label={pricesIncludeTax ? 'Included tax in %' : 'Tax in %'}
          name="taxPercent"
          step={0.01}
          defaultValue={tool?.taxPercent ?? ''}
          error={errors.taxPercent}
          hint="Empty for the shop’s rate"
        />
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3 xl:grid-cols-2">
        <label className="flex items-center gap-3 self-start sm:mt-8 xl:mt-0" title="Sold until its stock is gone">
          <input type="checkbox" name="discontinued" defaultChecked={tool?.discontinued} className="checkbox" />
          Discontinued
        </label>
        <div className="sm:col-span-2">
          <Field
            label="Replacement"
            name="replacementSku"
            defaultValue={tool?.replacement?.sku}
            error={errors.replacementSku}
            hint="SKU of the tool sold in its place; this tool’s page links to it"
          />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3 xl:grid-cols-2">
        <Field
          label="GTIN"
          name="gtin"
          inputMode="numeric"
          defaultValue={tool?.gtin}
          error={errors.gtin}
          hint="The number of the barcode: EAN or UPC"
        />
        <Field
          label="Manufacturer number"
          name="manufacturerNumber"
          defaultValue={tool?.manufacturerNumber}
          error={errors.manufacturerNumber}
        />
        <Field
          label="Discount group"
          name="discountGroup"
          defaultValue={tool?.discountGroup}
          error={errors.discountGroup}
          hint="Price lists name tools together by it"
        />
      </div>
    </>
  )
}
