import { Link, redirect } from 'react-router'
import { clientContext } from '#web/context.ts'
import { readLatest, readShown } from '#web/fields/shown-record.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/edit-tool'
import { toEditLinkId } from './edit-link.ts'
import { loadToolChoices, readTool, ToolForm, toFormFailure } from './tool-form.tsx'

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const tool = await getOrNotFound(client.getToolDetails({ params }), 'tool')
  return { tool, choices: await loadToolChoices(client) }
}

export async function clientAction({ request, context, params }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const client = context.get(clientContext)
  const form = await request.formData()
  const submitted = await readTool(client, form)
  if ('failed' in submitted) return { ...submitted.failed, latest: readShown(form) }
  try {
    const availableBefore = Number(form.get('availableBefore'))
    await client.updateTool({ params, body: { ...submitted.tool, availableBefore, shown: readShown(form) } })
  } catch (error) {
    return { ...toFormFailure(error), latest: readLatest(form, error) }
  }
  toast('success', `${submitted.tool.name} is saved`)
  throw redirect(`/dashboard/manageProducts${form.get('list')}#${toEditLinkId(params.id)}`)
}

export const meta = titleMeta('Edit Product')

export default function EditTool({ loaderData: { tool, choices }, actionData }: Route.ComponentProps) {
  return (
    <section className="grid max-w-6xl gap-3">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-1">
        <h1 className="section-title">Edit {tool.name}</h1>
        <Link to="stock" className="link pb-1 text-sm">
          Stock and its history
        </Link>
        <Link to={`/shop/${tool._id}`} className="link pb-1 text-sm">
          In the shop
        </Link>
      </div>
      <ToolForm key={tool._id} tool={tool} choices={choices} failed={actionData}>
        Save changes
      </ToolForm>
    </section>
  )
}
