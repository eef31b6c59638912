import type { Review } from '#contract/schemas/reviews.ts'
import { buildAvifSrcSet } from '#web/ui/images/avif-srcset.ts'
import { Star } from '#web/ui/stars.tsx'
import { reviewPreviewLength, truncate } from '#web/ui/text/truncate.ts'

export function ReviewGrid({ reviews }: { reviews: readonly Review[] }) {
  return (
    <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
      {reviews.map(review => (
        <ReviewCard key={review._id} review={review} />
      ))}
    </ul>
  )
}

export function ReviewCard({ review }: { review: Review }) {
  const srcSet = buildAvifSrcSet(review.img)
  return (
    <li className="flex snap-start flex-col gap-4 rounded-box border border-base-300 bg-base-100 p-6">
      <p className="grow">{truncate(review.comment, reviewPreviewLength)}</p>
      <p className="flex items-center gap-2 font-semibold tabular-nums">
        <Star />
        Rating: {review.rating} / 5
      </p>
      <div className="flex items-center gap-4 border-t border-base-300 pt-4">
        <img
          src={review.img}
          srcSet={srcSet}
          sizes={srcSet && '56px'}
          alt={review.name}
          width={56}
          height={56}
          loading="lazy"
          className="size-14 rounded-full bg-plate object-cover"
        />
        <div>
          <h3 dir="auto" className="font-sans text-base">
            {review.name}
          </h3>
          <p className="text-muted">{review.city}</p>
        </div>
      </div>
    </li>
  )
}
