import { type ComponentProps, useState } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { readPieces } from '#contract/cells/read-number.ts'
import { formatSpecification, parseSpecifications } from '#contract/cells/specifications.ts'
import type { Client, InputOf } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import type { Category } from '#contract/schemas/catalogue.ts'
import type { ToolDetails } from '#contract/schemas/tools.ts'
import { NumberField } from '#web/fields/number-field.tsx'
import { createNumberReader } from '#web/fields/read-numbers.ts'
import { findInvalidFields } from '#web/fields/required-fields.ts'
import { ShownRecord } from '#web/fields/shown-record.tsx'
import { UnsavedGuard } from '#web/fields/unsaved-guard.tsx'
import { listChosenFiles } from '#web/files/chosen-files.ts'
import { uploadImage } from '#web/files/upload-image.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError, TextArea } from '#web/ui/forms/field.tsx'
import { ClassificationFields } from './classification-fields.tsx'
import { FurtherPictureFields, MainPictureField, readFurtherImages, usePictures } from './picture-fields.tsx'
import { PriceBreakFields, readPrice, readPriceBreaks } from './price-break-fields.tsx'

type ToolFields = InputOf<'addTool'>['body']

export interface ToolFormFailure {
  errors?: Partial<Record<keyof ToolFields | `furtherImages.${number}.alt`, string>>
  failure?: string
  latest?: object
}

const required = {
  name: 'Product name is required',
  image: 'Product image is required',
  price: 'Product unit price is required',
  available: 'Available product(pieces) is required',
  minimum: 'Minimum order quantity is required',
  increment: 'Pieces per pack are required',
  description: 'Product description is required',
}

export async function readTool(
  client: Client,
  form: FormData,
): Promise<{ tool: ToolFields } | { failed: ToolFormFailure }> {
  const { image: _, ...requiredWithoutImage } = required
  const currentImage = String(form.get('currentImage') ?? '')
  const [file] = listChosenFiles(form, 'image')
  // A tool that exists has an image and an SKU.
  const sentences: Readonly<Record<string, string>> =
    currentImage === '' ? required : { ...requiredWithoutImage, sku: 'SKU is required' }
  const reader = createNumberReader(form)
  const numbers = {
    price: reader.readDecimal('price'),
    available: reader.readPieces('available'),
    minimum: reader.readPieces('minimum'),
    increment: reader.readPieces('increment'),
  }
  const taxPercent = reader.readPercent('taxPercent')
  const breaks = readPriceBreaks(form)
  const missing = findInvalidFields(form, sentences, numbers)
  const parsed = parseSpecifications(String(form.get('specifications') ?? ''))
  const problem = 'problem' in parsed ? { specifications: parsed.problem } : undefined
  const readErrors = { ...reader.errors, ...('question' in breaks && { priceBreaks: breaks.question }) }
  if (missing || 'problem' in parsed || 'question' in breaks || Object.keys(reader.errors).length > 0)
    return { failed: { errors: { ...missing, ...problem, ...readErrors } } }
  const uploaded = file ? await uploadImage(client, file) : { url: currentImage }
  if (uploaded.error !== undefined) return { failed: { errors: { image: uploaded.error } } }
  const further = await readFurtherImages(client, form)
  if ('error' in further) return { failed: { errors: { furtherImages: further.error } } }
  const readText = (name: string) => String(form.get(name) ?? '').trim()
  const sku = readText('sku')
  const tool = {
    name: readText('name'),
    image: uploaded.url,
    ...numbers,
    description: readText('description'),
    ...(sku !== '' && { sku }),
    unitLabel: readText('unitLabel'),
    priceBreaks: breaks.priceBreaks,
    taxPercent,
    brand: readText('brand'),
    category: readText('category'),
    imageAlt: readText('imageAlt'),
    furtherImages: further.images,
    specifications: parsed.specifications,
    discontinued: form.has('discontinued'),
    replacementSku: readText('replacementSku'),
    gtin: readText('gtin'),
    manufacturerNumber: readText('manufacturerNumber'),
    discountGroup: readText('discountGroup'),
  }
  return { tool }
}

export function toFormFailure(error: unknown): ToolFormFailure {
  const failure = toErrorMessage(error)
  if (error instanceof Refusal && error.code === 'taken') return { errors: toFieldErrors(error) }
  const errors = toFieldErrors(error)
  const errorsOfParts = Object.entries(errors).map(([path, message]) => [path.split('.')[0], message])
  return { errors: { ...Object.fromEntries(errorsOfParts), ...errors }, failure }
}

export interface ToolChoices {
  brands: readonly { name: string }[]
  categories: readonly Category[]
}

export async function loadToolChoices(client: Client): Promise<ToolChoices> {
  const [brands, categories] = await Promise.all([client.listBrands({}), client.listCategories({})])
  return { brands, categories }
}

interface ToolFormProps {
  tool?: ToolDetails
  choices: ToolChoices
  failed: ToolFormFailure | undefined
  children: string
}

export function ToolForm({ tool, choices, failed, children }: ToolFormProps) {
  // Revalidation must not replace the fields: sales change the stock meanwhile.
  const [initial] = useState(tool)
  const [stock, setStock] = useState({
    available: initial?.available ?? Number.NaN,
    minimum: initial?.minimum ?? Number.NaN,
  })
  const [priceText, setPriceText] = useState(String(initial?.price ?? ''))
  const [list] = useState(String((useLocation().state as { list?: string } | null)?.list ?? ''))
  const [isDirty, setDirty] = useState(false)
  const isTooFew = stock.minimum > stock.available
  const busy = useNavigation().formMethod === 'POST'
  const errors = failed?.errors ?? {}
  const [pictures, setPictures] = usePictures(initial)
  const pictureFields = { state: pictures, onChange: setPictures, errors }
  return (
    <>
      <Form
        method="post"
        encType="multipart/form-data"
        noValidate
        onInput={() => setDirty(true)}
        // Buttons that move or remove pictures and price breaks fire no input event.
        onClick={({ target }) => target instanceof Element && target.closest('button[type=button]') && setDirty(true)}
        className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 rounded-box border border-base-300 bg-base-100 p-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <input type="hidden" name="list" value={list} />
        <div className="grid grid-cols-1 content-start gap-4">
          <Field label="Name" name="name" required defaultValue={initial?.name} error={errors.name} />
          {initial && <input type="hidden" name="availableBefore" value={initial.available} />}
          {initial && (
            <ShownRecord
              record={{ ...initial, replacementSku: initial.replacement?.sku ?? '' }}
              latest={failed?.latest}
            />
          )}
          <MainPictureField {...pictureFields} />
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
            <ToolNumber
              label="Price"
              name="price"
              required
              step={0.01}
              value={initial?.price}
              error={errors.price}
              onText={setPriceText}
            />
            <ToolNumber
              label="Available"
              name="available"
              required
              value={initial?.available}
              error={errors.available}
              onChange={available => setStock({ ...stock, available })}
            />
            <ToolNumber
              label="Minimum"
              name="minimum"
              required
              value={initial?.minimum}
              error={errors.minimum}
              hint={isTooFew ? 'More than is available: the shop will say “Out of stock”.' : undefined}
              onChange={minimum => setStock({ ...stock, minimum })}
            />
          </div>
          <TextArea
            label="Description"
            name="description"
            required
            defaultValue={initial?.description}
            error={errors.description}
          />
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
            <Field
              label="SKU"
              name="sku"
              defaultValue={initial?.sku}
              error={errors.sku}
              hint={initial ? undefined : 'Left empty, the shop chooses one.'}
            />
            <ToolNumber
              label="Pieces per pack"
              name="increment"
              value={initial?.increment ?? 1}
              error={errors.increment}
            />
            <Field
              label="Pack label"
              name="unitLabel"
              defaultValue={initial?.unitLabel}
              error={errors.unitLabel}
              hint="Such as “carton of 24”"
            />
          </div>
          <PriceBreakFields
            initial={initial?.priceBreaks ?? []}
            price={readPrice(priceText)}
            error={errors.priceBreaks}
          />
          <TextArea
            label="Specifications"
            name="specifications"
            defaultValue={initial?.specifications.map(each => `${each.name}: ${formatSpecification(each)}`).join('\n')}
            error={errors.specifications}
            hint="One a line, such as “Power: 860 W”, the three most important first"
            rows={6}
          />
        </div>
        <div className="grid grid-cols-1 content-start gap-4">
          <FurtherPictureFields {...pictureFields} />
          <ClassificationFields tool={initial} choices={choices} errors={errors} />
        </div>
        <div className="bottom-0 tall:sticky z-10 -mx-4 -mb-4 flex flex-wrap items-center gap-4 rounded-b-box border-t border-base-300 bg-base-100 px-4 py-2 xl:col-span-2">
          <SubmitButton busy={busy}>{children}</SubmitButton>
          <FormError>{failed?.failure}</FormError>
        </div>
      </Form>
      <UnsavedGuard isDirty={isDirty} />
    </>
  )
}

interface ToolNumberProps extends Omit<ComponentProps<typeof NumberField>, 'value' | 'onChange'> {
  value: number | undefined
  onChange?: (value: number) => void
  onText?: (text: string) => void
}

function ToolNumber({ value, onChange, onText, ...field }: ToolNumberProps) {
  return (
    <NumberField
      defaultValue={field.step === 0.01 ? value?.toFixed(2) : value}
      onChange={({ target }) => {
        onChange?.(readPieces(target.value))
        onText?.(target.value)
      }}
      {...field}
    />
  )
}
