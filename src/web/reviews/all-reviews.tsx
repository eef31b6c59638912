import { clientContext, type PageHandle } from '#web/context.ts'
import { publicMeta } from '#web/seo/meta.ts'
import type { Route } from './+types/all-reviews'
import { ReviewGrid } from './review-card.tsx'

export const handle = { sharedBy: [] } satisfies PageHandle

export async function loader({ context }: Route.LoaderArgs) {
  return context
    .get(clientContext)
    .listReviews({})
    .catch(() => [])
}

export const meta = publicMeta({
  title: 'All Reviews',
  description: 'What trade buyers say about ordering tools here: service, packing, stock and the tools themselves.',
})

export default function AllReviews({ loaderData: reviews }: Route.ComponentProps) {
  return (
    <section className="page-width mt-10">
      <h1 className="section-title mb-8">All Reviews</h1>
      <h2 className="sr-only">What buyers say</h2>
      <ReviewGrid reviews={reviews} />
    </section>
  )
}
