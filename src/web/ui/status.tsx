const icons = {
  success: { color: 'stroke-success', path: 'M4 10.500l4 4 8-9' },
  error: { color: 'stroke-error', path: 'M10 3v9M10 16v.5' },
} as const

export function StatusIcon({ kind }: { kind: keyof typeof icons }) {
  const { color, path } = icons[kind]
  return (
    <svg
      viewBox="0 0 20 20"
      className={`mt-0.5 size-5 shrink-0 fill-none ${color}`}
      strokeWidth="2.500"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

export function SuccessBadge({ children }: { children: string }) {
  return (
    <strong className="flex gap-1 text-success">
      <StatusIcon kind="success" /> {children}
    </strong>
  )
}
