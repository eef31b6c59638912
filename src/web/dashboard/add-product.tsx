import { signedInAdmin } from '#web/account/guards.ts'
import { titled } from '#web/meta.ts'
import type { Route } from './+types/add-product'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await signedInAdmin(request)
  return null
}

export const meta = titled('Add A Product')

export default function AddAProduct() {
  return <h1 className="section-title">Add A Product</h1>
}
