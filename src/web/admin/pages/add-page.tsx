import { redirect } from 'react-router'
import { clientContext } from '#web/context.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/add-page'
import { PageForm, readPage, toFormFailure } from './page-form.tsx'

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const submitted = readPage(await request.formData())
  if ('failed' in submitted) return submitted.failed
  try {
    await context.get(clientContext).addPage({ body: submitted.page })
  } catch (error) {
    return toFormFailure(error)
  }
  toast('success', `${submitted.page.title} is saved`)
  throw redirect('/dashboard/pages')
}

export const meta = titleMeta('New page')

export default function AddPage({ actionData }: Route.ComponentProps) {
  return (
    <section className="grid gap-6">
      <h1 className="section-title">New page</h1>
      <PageForm failed={actionData} />
    </section>
  )
}
