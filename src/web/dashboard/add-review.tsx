import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { AddedReview } from '#contract/schemas/reviews.ts'
import { clientContext } from '#web/context.ts'
import { ImageField } from '#web/fields/image-field.tsx'
import { RatingField, readRating } from '#web/fields/rating-field.tsx'
import { findInvalidFields } from '#web/fields/required-fields.ts'
import { UnsavedGuard } from '#web/fields/unsaved-guard.tsx'
import { useFormKey } from '#web/fields/use-form-key.ts'
import { listChosenFiles } from '#web/files/chosen-files.ts'
import { uploadImage } from '#web/files/upload-image.ts'
import { VerifyNotice } from '#web/identity/verify-notice.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { assertDone, sessionEndedMessage, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { findCurrentAccount } from '#web/session/session.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError, TextArea } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/add-review'

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const account = await findCurrentAccount()
  if (!account) return { failure: sessionEndedMessage }
  const form = await request.formData()
  const errors = findInvalidFields(form, {
    comment: 'Comment is required',
    rating: 'Rating is required',
    image: 'Image is required',
    city: 'City name is required',
  })
  if (errors) return { errors }
  const client = context.get(clientContext)
  const { url, error } = await uploadImage(client, listChosenFiles(form, 'image')[0])
  if (error !== undefined) return { errors: { image: error } }
  const readField = (name: string) => String(form.get(name))
  const { name, email } = account
  const review = {
    name,
    email,
    comment: readField('comment'),
    rating: String(readRating(readField('rating'))),
    img: url,
    city: readField('city'),
  }
  try {
    const { insertedId, waitsFor } = await client.addReview({ body: review })
    assertDone(Boolean(insertedId), 'Your review was not added. Please try again.')
    toast('success', 'Your review added successfully')
    return { added: insertedId, waitsFor }
  } catch (error) {
    toast('error', 'Failed to added a review')
    return { errors: toFieldErrors(error), failure: toErrorMessage(error) }
  }
}

interface ActionResult {
  errors?: Record<string, string>
  failure?: string
  added?: string
  waitsFor?: AddedReview['waitsFor']
}

export const meta = titleMeta('Add A Review')

export default function AddAReview({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const { errors, failure, added, waitsFor }: ActionResult = actionData ?? {}
  const key = useFormKey(added)
  const [dirtyKey, setDirtyKey] = useState<string | undefined | null>(null)
  return (
    <section className="grid max-w-xl gap-6">
      <h1 className="section-title">Add A Review</h1>
      <VerifyNotice before="write a review" />
      {waitsFor && <p role="status">Your review shows once the shop has approved it.</p>}
      <Form
        key={key}
        onInput={() => setDirtyKey(key)}
        method="post"
        encType="multipart/form-data"
        noValidate
        className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6"
      >
        <TextArea label="Comment" name="comment" error={errors?.comment} />
        <RatingField label="Rating" name="rating" error={errors?.rating} />
        <ImageField label="Image" name="image" error={errors?.image} />
        <Field label="City" name="city" autoComplete="address-level2" error={errors?.city} />
        <FormError>{failure}</FormError>
        <SubmitButton busy={busy}>Add Review</SubmitButton>
      </Form>
      <UnsavedGuard isDirty={dirtyKey === key} />
    </section>
  )
}
