/** The hammer, which stands where a shop has no logo. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
      <rect width="32" height="32" rx="6" className="fill-[light-dark(#14181f,var(--accent-on-dark))]" />
      <path d="M7 9h15l3 4-3 4h-4v8h-6v-8H7z" className="fill-[light-dark(var(--accent-on-dark),#14181f)]" />
    </svg>
  )
}
