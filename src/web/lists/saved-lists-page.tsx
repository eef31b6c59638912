import { Link } from 'react-router'
import { clientContext } from '#web/context.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { formatTime } from '#web/ui/text/format-time.ts'
import { toast } from '#web/ui/toast.tsx'
import { CardTable } from '#web/widgets/card-table.tsx'
import { ConfirmRowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/saved-lists-page'

export function clientLoader({ context }: Route.ClientLoaderArgs) {
  return context.get(clientContext).listSavedLists({})
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  const form = await request.formData()
  const id = String(form.get('id'))
  try {
    await context.get(clientContext).deleteSavedList({ params: { id } })
    toast('success', `${form.get('name')} is deleted`)
  } catch (error) {
    toast('error', toErrorMessage(error))
  }
  return null
}

export const meta = titleMeta('Saved Lists')

export default function SavedLists({ loaderData: lists }: Route.ComponentProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1 className="section-title">Saved Lists</h1>
        <Link to="/quick-order" className="btn btn-quiet btn-sm">
          Quick order
        </Link>
      </div>
      {lists.length === 0 ? (
        <div className="grid justify-items-start gap-4 rounded-box border border-base-300 bg-base-100 p-6">
          <p>No lists yet. Save a cart, or an order that you repeat, as one.</p>
          <Link to="/quick-order" className="btn btn-primary">
            Quick order
          </Link>
        </div>
      ) : (
        <CardTable
          rows={lists}
          columns={[
            {
              name: 'Name',
              cell: list => (
                <Link to={`/dashboard/lists/${list._id}`} className="link font-semibold wrap-anywhere">
                  {list.name}
                </Link>
              ),
            },
            { name: 'Tools', cell: list => list.lineCount, numeric: true },
            { name: 'Changed', cell: list => formatTime(list.changedAt) },
            {
              name: 'Delete',
              cell: list => (
                <ConfirmRowAction
                  question="Delete this list?"
                  detail={list.name}
                  fields={{ id: list._id, name: list.name }}
                  label={`Delete ${list.name}`}
                  className="btn-delete"
                >
                  Delete
                </ConfirmRowAction>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}
