import { requireAdmin } from '#web/guards.ts'
import { titled } from '#web/titled.ts'
import type { Route } from './+types/add-product'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAdmin(request)
}

export const meta = titled('Add A Product')

export default function AddAProduct() {
  return <h1 className="section-title">Add A Product</h1>
}
