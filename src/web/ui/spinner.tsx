export function Spinner() {
  return (
    <div role="status" className="fixed inset-0 z-50 grid place-items-center bg-base-200 noscript:hidden">
      <span className="loading loading-spinner loading-xl text-primary" aria-hidden="true" />
      <span className="sr-only">Loading</span>
    </div>
  )
}
