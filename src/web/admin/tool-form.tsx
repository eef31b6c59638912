import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Tool } from '#contract/tools.ts'
import { toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { uploadImage } from '#web/session/upload-image.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError, TextArea } from '#web/ui/field.tsx'
import { ImageField } from '#web/ui/image-field.tsx'
import { requiredFieldErrors } from '#web/ui/required-fields.ts'

type ToolFields = Omit<Tool, '_id'>

export interface ToolFormErrors {
  errors?: Partial<Record<keyof ToolFields, string>>
  failure?: string
}

const required = {
  name: 'Product name is required',
  image: 'Product image is required',
  price: 'Product unit price is required',
  available: 'Available product(pieces) is required',
  minimum: 'Minimum order quantity is required',
  description: 'Product description is required',
}

/** The product that the form describes, its new picture uploaded; or what is wrong with it. */
export async function readTool(
  api: Client,
  form: FormData,
): Promise<{ product: ToolFields } | { trouble: ToolFormErrors }> {
  const { image, ...others } = required
  const present = String(form.get('presentImage') ?? '')
  const chosen = form.get('image')
  const hasChosen = chosen instanceof File && chosen.size > 0
  const wanted = present === '' ? required : others
  const errors = requiredFieldErrors(form, wanted, ['price', 'available', 'minimum'])
  if (errors) return { trouble: { errors } }
  const uploaded = hasChosen ? await uploadImage(api, chosen) : { url: present }
  if (uploaded.error !== undefined) return { trouble: { errors: { image: uploaded.error } } }
  const number = (name: string) => Number(form.get(name))
  const product = {
    name: String(form.get('name')),
    image: uploaded.url,
    price: number('price'),
    available: number('available'),
    minimum: number('minimum'),
    description: String(form.get('description')),
  }
  return { product }
}

/** What to show in the form when the shop refused its product. */
export function formErrors(error: unknown): ToolFormErrors {
  return { errors: toFieldErrors(error), failure: toErrorMessage(error) }
}

interface ToolFormProps {
  /** The product as it is; none for a new one. */
  tool?: Tool
  trouble: ToolFormErrors | undefined
  children: string
}

/** The form of a new product and of one that changes. */
export function ToolForm({ tool, trouble, children }: ToolFormProps) {
  // As it was when the form opened: what the shop has sold since then must not change what was typed.
  const [seen] = useState(tool)
  const busy = useNavigation().formMethod === 'POST'
  const errors = trouble?.errors ?? {}
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      noValidate
      className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6"
    >
      <Field label="Name" name="name" defaultValue={seen?.name} error={errors.name} maxLength={200} />
      <ImageField label="Image" name="image" present={seen?.image} error={errors.image} />
      {seen && <input type="hidden" name="presentImage" value={seen.image} />}
      {seen && <input type="hidden" name="availableBefore" value={seen.available} />}
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField label="Price" name="price" step="0.01" value={seen?.price} error={errors.price} />
        <NumberField label="Available" name="available" step="1" value={seen?.available} error={errors.available} />
        <NumberField label="Minimum" name="minimum" step="1" value={seen?.minimum} error={errors.minimum} />
      </div>
      <TextArea
        label="Description"
        name="description"
        defaultValue={seen?.description}
        error={errors.description}
        maxLength={10_000}
      />
      <FormError>{trouble?.failure}</FormError>
      <SubmitButton busy={busy}>{children}</SubmitButton>
    </Form>
  )
}

interface NumberFieldProps {
  label: string
  name: string
  step: string
  value: number | undefined
  error: string | undefined
}

function NumberField({ value, ...field }: NumberFieldProps) {
  return (
    <Field type="number" inputMode="decimal" className="input w-full tabular-nums" defaultValue={value} {...field} />
  )
}
