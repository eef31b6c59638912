export function Spinner() {
  return (
    <div role="status" className="grid min-h-[70vh] place-items-center">
      <span className="loading loading-spinner loading-xl text-primary" aria-hidden="true" />
      <span className="sr-only">Loading</span>
    </div>
  )
}
