export function CartIcon() {
  return (
    <svg viewBox="0 0 20 20" className="size-5 fill-none stroke-current" strokeWidth="2" aria-hidden="true">
      <path d="M1 2h3l2.500 10h9l2-7H5" />
      <path d="M7.500 16.500h.01M14.500 16.500h.01" strokeLinecap="round" strokeWidth="3" />
    </svg>
  )
}
