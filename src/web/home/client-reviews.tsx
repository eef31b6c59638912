import { Link } from 'react-router'
import type { Review } from '#contract/schemas/reviews.ts'
import { ReviewCard } from '#web/reviews/review-card.tsx'
import { ScrollingRow } from './scrolling-row.tsx'

export function ClientReviews({ reviews }: { reviews: readonly Review[] }) {
  return (
    <ScrollingRow
      title="What Our Clients Says..."
      link={
        <Link prefetch="intent" to="/allReviews" className="btn btn-quiet">
          Show More
        </Link>
      }
      itemWidth="auto-cols-[min(85%,22rem)]"
    >
      {reviews.map(review => (
        <ReviewCard key={review._id} review={review} />
      ))}
    </ScrollingRow>
  )
}
