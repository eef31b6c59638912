import { redirect } from 'react-router'
import { api } from '#web/account/api.ts'
import { signedInAdmin } from '#web/account/guards.ts'
import { orNotFound } from '#web/frame/failure.ts'
import { titled } from '#web/meta.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/edit-product'
import { ProductForm, readProduct, troubleOf } from './product-form.tsx'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { api } = await signedInAdmin(request)
  return orNotFound(api.getTool({ params }), 'tool_not_found')
}

export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const form = await request.formData()
  const read = await readProduct(form)
  if ('trouble' in read) return read.trouble
  try {
    const body = { ...read.product, availableBefore: Number(form.get('availableBefore')) }
    await api.updateTool({ params, body })
  } catch (error) {
    return troubleOf(error)
  }
  toast('success', 'Product updated successfully')
  throw redirect('/dashboard/manageProducts')
}

export const meta = titled('Edit Product')

export default function EditProduct({ loaderData: tool, actionData }: Route.ComponentProps) {
  return (
    <section className="grid max-w-2xl gap-6">
      <h1 className="section-title">Edit {tool.name}</h1>
      <ProductForm tool={tool} trouble={actionData}>
        Save changes
      </ProductForm>
    </section>
  )
}
