import { Link, redirect } from 'react-router'
import { clientContext } from '#web/context.ts'
import { readLatest, readShown } from '#web/fields/shown-record.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/edit-page'
import { PageForm, readPage, toFormFailure } from './page-form.tsx'

export function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  return getOrNotFound(context.get(clientContext).getAnyPage({ params }), 'page')
}

export async function clientAction({ request, context, params }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const form = await request.formData()
  const submitted = readPage(form)
  if ('failed' in submitted) return { ...submitted.failed, latest: readShown(form) }
  const body = { ...submitted.page, shown: readShown(form) }
  try {
    await context.get(clientContext).updatePage({ params, body })
  } catch (error) {
    return { ...toFormFailure(error), latest: readLatest(form, error) }
  }
  toast('success', `${submitted.page.title} is saved`)
  throw redirect('/dashboard/pages')
}

export const meta = titleMeta('Edit Page')

export default function EditPage({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <section className="grid gap-6">
      <h1 className="section-title wrap-anywhere">Edit {page.title}</h1>
      {page.published && (
        <p>
          <Link to={`/pages/${page.slug}`} className="link">
            What visitors see
          </Link>
        </p>
      )}
      <PageForm key={page.slug} page={page} failed={actionData} />
    </section>
  )
}
