const icons = {
  success: { color: 'stroke-success', path: 'M4 10.500l4 4 8-9' },
  error: { color: 'stroke-error', path: 'M10 3v9M10 16.500h.01' },
  waiting: { color: 'stroke-muted', path: 'M10 3a7 7 0 100 14 7 7 0 000-14M10 6v4l3 2' },
} as const
const textColors = { success: 'text-success', error: 'text-error', waiting: '' } as const

type Kind = keyof typeof icons

export function StatusIcon({ kind }: { kind: Kind }) {
  const { color, path } = icons[kind]
  return (
    <svg
      viewBox="0 0 20 20"
      className={`size-[1.25em] shrink-0 fill-none ${color}`}
      strokeWidth="2.500"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

export function Status({ kind, wraps = false, children }: { kind: Kind; wraps?: boolean; children: string }) {
  return (
    <strong className={`flex items-center gap-1 font-semibold ${wraps ? '' : 'whitespace-nowrap'} ${textColors[kind]}`}>
      <StatusIcon kind={kind} /> {children}
    </strong>
  )
}
