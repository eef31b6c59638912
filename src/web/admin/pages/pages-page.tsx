import { Link } from 'react-router'
import { clientContext } from '#web/context.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { Status } from '#web/ui/status.tsx'
import { formatTime } from '#web/ui/text/format-time.ts'
import { toast } from '#web/ui/toast.tsx'
import { CardTable } from '#web/widgets/card-table.tsx'
import { ConfirmRowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/pages-page'

export function clientLoader({ context }: Route.ClientLoaderArgs) {
  return context.get(clientContext).listAllPages({})
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  const form = await request.formData()
  const slug = String(form.get('slug'))
  try {
    await context.get(clientContext).deletePage({ params: { slug } })
    toast('success', `${form.get('title')} is deleted`)
  } catch (error) {
    toast('error', toErrorMessage(error))
  }
  return null
}

export const meta = titleMeta('Pages')

export default function PagesPage({ loaderData: pages }: Route.ComponentProps) {
  return (
    <section className="grid gap-6">
      <h1 className="section-title">Pages</h1>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-prose text-muted">
          Pages for visitors, such as “About us”, written in Markdown. Each may be the target of an entry of the footer.
        </p>
        <Link to="new" className="btn btn-primary">
          New page
        </Link>
      </div>
      {pages.length === 0 ? (
        <p>No pages yet.</p>
      ) : (
        <CardTable
          rows={pages.map(page => ({ _id: page.slug, ...page }))}
          columns={[
            {
              name: 'Title',
              cell: ({ slug, title }) => (
                <Link to={slug} className="link font-semibold wrap-anywhere">
                  {title}
                </Link>
              ),
            },
            { name: 'Address', cell: page => <Address {...page} /> },
            { name: 'Footer entry', cell: ({ footerEntry }) => footerEntry ?? '–' },
            {
              name: 'Status',
              cell: ({ published }) =>
                published ? <Status kind="success">Published</Status> : <Status kind="waiting">Draft</Status>,
            },
            { name: 'Changed', cell: ({ changedAt }) => formatTime(changedAt) },
            {
              name: 'Delete',
              cell: ({ slug, title }) => (
                <ConfirmRowAction
                  question={`Delete the page ${title}?`}
                  detail="Its address then shows “not found”, and its footer entry becomes plain text."
                  fields={{ slug, title }}
                  label={`Delete ${title}`}
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

function Address({ slug, published }: { slug: string; published: boolean }) {
  const path = `/pages/${slug}`
  if (!published) return <span className="wrap-anywhere text-muted">{path}</span>
  return (
    <Link to={path} className="link wrap-anywhere">
      {path}
    </Link>
  )
}
