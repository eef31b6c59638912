import { preview, reviewPreview } from '#contract/rules.ts'
import { clientContext } from '#web/context.ts'
import { titled } from '#web/titled.ts'
import type { Route } from './+types/all-reviews'

export async function loader({ context }: Route.LoaderArgs) {
  return context
    .get(clientContext)
    .listReviews({})
    .catch(() => [])
}

export const meta = titled('All Reviews')

export default function AllReviews({ loaderData: reviews }: Route.ComponentProps) {
  return (
    <section className="page-width mt-10">
      <h1 className="section-title mb-8">All Reviews</h1>
      <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {reviews.map(review => (
          <li key={review._id} className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-6">
            <div className="flex items-center gap-4">
              <img
                src={review.img}
                alt=""
                width={56}
                height={56}
                loading="lazy"
                className="size-14 rounded-full object-cover"
              />
              <div>
                <h2 className="font-sans text-base">{review.name}</h2>
                <p className="text-muted">{review.city}</p>
              </div>
            </div>
            <p>{preview(review.comment, reviewPreview)}</p>
            <p className="font-semibold">Rating: {review.rating} / 5</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
