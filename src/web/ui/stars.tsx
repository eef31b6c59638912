const path = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z'

/** Stars out of five as decoration, some of them filled; screen readers pass over them. */
export function Stars({ filled }: { filled: number }) {
  return (
    <span aria-hidden="true" className="flex gap-0.5">
      {[1, 2, 3, 4, 5].map(star => (
        <Star key={star} color={star <= filled ? 'fill-primary' : 'fill-base-300'} />
      ))}
    </span>
  )
}

export function Star({ color = 'fill-primary' }: { color?: string }) {
  return (
    <svg viewBox="0 0 20 20" className={`size-4 ${color}`} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
