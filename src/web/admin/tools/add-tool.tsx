import { clientContext } from '#web/context.ts'
import { useFormKey } from '#web/fields/use-form-key.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { assertDone } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/add-tool'
import { loadToolChoices, readTool, ToolForm, toFormFailure } from './tool-form.tsx'

export function clientLoader({ context }: Route.ClientLoaderArgs) {
  return loadToolChoices(context.get(clientContext))
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const client = context.get(clientContext)
  const submitted = await readTool(client, await request.formData())
  if ('failed' in submitted) return { failed: submitted.failed }
  try {
    const { insertedId } = await client.addTool({ body: submitted.tool })
    assertDone(Boolean(insertedId), 'The product was not added. Please try again.')
    toast('success', 'Product added successfully')
    return { added: insertedId }
  } catch (error) {
    toast('error', 'Failed to added the product')
    return { failed: toFormFailure(error) }
  }
}

export const meta = titleMeta('Add A Product')

export default function AddTool({ loaderData: choices, actionData }: Route.ComponentProps) {
  return (
    <section className="grid max-w-6xl gap-3">
      <h1 className="section-title">Add A Product</h1>
      <ToolForm key={useFormKey(actionData?.added)} choices={choices} failed={actionData?.failed}>
        Add Product
      </ToolForm>
    </section>
  )
}
