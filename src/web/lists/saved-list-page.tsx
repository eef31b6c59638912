import { Form, Link, useNavigation } from 'react-router'
import type { CartLine } from '#contract/schemas/carts.ts'
import { isQuantity } from '#web/cart/cart-store.ts'
import { LineTable } from '#web/cart/line-table.tsx'
import { clientContext } from '#web/context.ts'
import { ErrorPage } from '#web/layout/error-page.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound, sessionEndedMessage, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { findCurrentAccount } from '#web/session/session.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { UnsavedGuard } from '#web/ui/forms/unsaved-guard.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/saved-list-page'
import { AddLinesToCart } from './add-lines-to-cart.tsx'
import { useLines } from './use-lines.ts'

export function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  return getOrNotFound(context.get(clientContext).getSavedList({ params }), 'list')
}

export async function clientAction({ request, context, params }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  if (!(await findCurrentAccount())) return { failure: sessionEndedMessage }
  const form = await request.formData()
  const lines: CartLine[] = JSON.parse(String(form.get('lines')))
  const unreadable = lines.find(({ quantity }) => !isQuantity(quantity))
  if (unreadable) return { failure: `${unreadable.toolName} needs a number of pieces.` }
  const body = {
    name: String(form.get('name')),
    lines: lines.map(({ toolId, quantity, price }) => ({ toolId, quantity, price })),
  }
  try {
    await context.get(clientContext).updateSavedList({ params, body })
  } catch (error) {
    return { failure: toErrorMessage(error), errors: toFieldErrors(error) }
  }
  toast('success', 'The list is saved')
  return null
}

export const meta = titleMeta('Saved List')

export default function SavedList({ loaderData: list, actionData }: Route.ComponentProps) {
  const { lines, changeLine, removeLine, replaceLine } = useLines(list.lines)
  const busy = useNavigation().formMethod === 'POST'
  const { failure, errors = {} }: { failure?: string; errors?: Record<string, string> } = actionData ?? {}
  const isChanged = lines !== list.lines
  /** While the saved list is read again. */
  const isSaved = busy && actionData === null
  return (
    <section className="grid gap-6">
      <h1 className="section-title wrap-anywhere">{list.name}</h1>
      {lines.length === 0 ? (
        <p>This list has no tools.</p>
      ) : (
        <>
          <LineTable lines={lines} onChange={changeLine} onRemove={removeLine} onReplace={replaceLine} />
          {isChanged && (
            <p role="status">
              Your changes are not saved yet.{' '}
              <a href="#save-list" className="link">
                Go to “Save the list”
              </a>
            </p>
          )}
          <AddLinesToCart lines={lines} />
        </>
      )}
      <Form
        key={list.changedAt}
        id="save-list"
        method="post"
        noValidate
        className="grid max-w-xl scroll-mt-20 gap-4 rounded-box border border-base-300 bg-base-100 p-6"
      >
        <h2 className="text-2xl">{isChanged ? 'Keep the changes' : 'Rename the list'}</h2>
        <input type="hidden" name="lines" value={JSON.stringify(lines)} />
        <Field label="Name of the list" name="name" defaultValue={list.name} maxLength={100} error={errors.name} />
        <FormError>{failure}</FormError>
        <SubmitButton busy={busy}>Save the list</SubmitButton>
      </Form>
      <UnsavedGuard isDirty={isChanged && !isSaved} />
    </section>
  )
}

export function ErrorBoundary() {
  return (
    <ErrorPage missing="This list is not here">
      <Link to="/dashboard/lists" className="btn btn-primary">
        Saved Lists
      </Link>
    </ErrorPage>
  )
}
