import { Link } from 'react-router'
import type { Review } from '#contract/schemas/reviews.ts'
import { ReviewGrid } from '#web/reviews/review-card.tsx'
import { Section } from './section.tsx'

export function ClientReviews({ reviews }: { reviews: readonly Review[] }) {
  return (
    <Section title="What Our Clients Says..." arrows>
      <ReviewGrid reviews={reviews} />
      <Link prefetch="intent" to="/allReviews" className="btn btn-quiet mt-8">
        Show More
      </Link>
    </Section>
  )
}
