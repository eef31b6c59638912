export function Spinner() {
  return (
    <div role="status" className="fixed inset-0 z-20 grid place-items-center bg-base-200">
      <span className="loading loading-spinner loading-xl text-primary" aria-hidden="true" />
      <span className="sr-only">Loading</span>
    </div>
  )
}
