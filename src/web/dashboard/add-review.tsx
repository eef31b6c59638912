import { signedIn } from '#web/account/guards.ts'
import { titled } from '#web/meta.ts'
import type { Route } from './+types/add-review'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await signedIn(request)
  return null
}

export const meta = titled('Add A Review')

export default function AddAReview() {
  return <h1 className="section-title">Add A Review</h1>
}
