import { Form, Link, useNavigation } from 'react-router'
import { Refusal } from '#contract/refusal.ts'
import type { CartLine } from '#contract/schemas/carts.ts'
import { isQuantity } from '#web/cart/cart-store.ts'
import { LineTable, RemovedNote } from '#web/cart/line-table.tsx'
import { clientContext } from '#web/context.ts'
import { readLatest, readShown, ShownRecord, useSavedKey } from '#web/fields/shown-record.tsx'
import { UnsavedGuard } from '#web/fields/unsaved-guard.tsx'
import { ErrorPage } from '#web/layout/error-page.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound, sessionEndedMessage, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { findCurrentAccount } from '#web/session/session.ts'
import { Share } from '#web/sharing/share.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/saved-list-page'
import { AddLinesToCart } from './add-lines-to-cart.tsx'
import { useLines } from './use-lines.ts'

export function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  return getOrNotFound(context.get(clientContext).getSavedList({ params }), 'list')
}

interface Outcome {
  failure?: string
  errors?: Record<string, string>
  latest?: object
  saved?: string
}

const linesChanged =
  'Somebody else changed the tools of this list meanwhile. Save again to replace them, or load the page again.'

export async function clientAction({ request, context, params }: Route.ClientActionArgs): Promise<Outcome> {
  keepFormOnExpiry(context)
  if (!(await findCurrentAccount())) return { failure: sessionEndedMessage }
  const form = await request.formData()
  const lines: CartLine[] = JSON.parse(String(form.get('lines')))
  const unreadable = lines.find(({ quantity }) => !isQuantity(quantity))
  if (unreadable) return { failure: `${unreadable.toolName} needs a number of pieces.`, latest: readShown(form) }
  const body = {
    name: String(form.get('name')),
    lines: lines.map(({ toolId, quantity, price }) => ({ toolId, quantity, price })),
  }
  try {
    await context.get(clientContext).updateSavedList({ params, body: { ...body, shown: readShown(form) } })
  } catch (error) {
    const { lines: lineConflict, ...errors } = toFieldErrors(error)
    const failure =
      error instanceof Refusal && error.code === 'edit_conflict' && lineConflict ? linesChanged : toErrorMessage(error)
    return { failure, errors, latest: readLatest(form, error) }
  }
  toast('success', `${body.name} is saved`)
  return { saved: createId() }
}

export const meta = titleMeta('Saved List')

export default function SavedList({ loaderData, actionData }: Route.ComponentProps) {
  const formKey = useSavedKey({ state: useNavigation().state, data: actionData })
  return <EditableList key={formKey} list={loaderData} outcome={actionData ?? {}} />
}

function EditableList({ list, outcome }: { list: Route.ComponentProps['loaderData']; outcome: Outcome }) {
  const { lines, isChanged, removed, changeLine, removeLine, undoRemoval, replaceLine } = useLines(list.lines)
  const busy = useNavigation().formMethod === 'POST'
  const { failure, errors = {}, latest, saved } = outcome
  const isSaved = busy && saved !== undefined
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1 className="section-title wrap-anywhere">{list.name}</h1>
        {lines.length > 0 && <Share rows={lines} />}
      </div>
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
      <RemovedNote removed={removed} onUndo={undoRemoval} />
      <Form
        id="save-list"
        method="post"
        noValidate
        className="grid max-w-xl scroll-mt-20 gap-4 rounded-box border border-base-300 bg-base-100 p-6"
      >
        <h2 className="text-2xl">{isChanged ? 'Keep the changes' : 'Rename the list'}</h2>
        <ShownRecord record={list} latest={latest} />
        <input type="hidden" name="lines" value={JSON.stringify(lines)} />
        <Field label="Name of the list" name="name" defaultValue={list.name} error={errors.name} />
        <FormError>{failure}</FormError>
        <div>
          <SubmitButton busy={busy} className={isChanged ? 'btn btn-primary' : 'btn btn-quiet'}>
            Save the list
          </SubmitButton>
        </div>
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
