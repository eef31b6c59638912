import { api } from '#web/account/api.ts'
import { signedInAdmin } from '#web/account/guards.ts'
import { titled } from '#web/meta.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/add-product'
import { ProductForm, readProduct, troubleOf } from './product-form.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await signedInAdmin(request)
  return null
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const read = await readProduct(await request.formData())
  if ('trouble' in read) return { trouble: read.trouble }
  try {
    const { insertedId } = await api.addTool({ body: read.product })
    toast('success', 'Product added successfully')
    return { added: insertedId }
  } catch (error) {
    toast('error', 'Failed to added the product')
    return { trouble: troubleOf(error) }
  }
}

export const meta = titled('Add A Product')

export default function AddAProduct({ actionData }: Route.ComponentProps) {
  return (
    <section className="grid max-w-2xl gap-6">
      <h1 className="section-title">Add A Product</h1>
      <ProductForm key={actionData?.added} trouble={actionData?.trouble}>
        Add Product
      </ProductForm>
    </section>
  )
}
