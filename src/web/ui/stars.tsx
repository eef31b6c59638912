const filledTo = { 4: '[--filled:80%]', 5: '[--filled:100%]' } as const

export function Stars({ filled }: { filled: keyof typeof filledTo }) {
  return <span aria-hidden="true" className={`stars ${filledTo[filled]}`} />
}

export function Star() {
  return (
    <svg viewBox="0 0 20 20" className="size-4 fill-primary" aria-hidden="true">
      <path d="M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z" />
    </svg>
  )
}
