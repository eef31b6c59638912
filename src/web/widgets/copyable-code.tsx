import { useCopy } from './use-copy.ts'

/** Wraps where there is no room for one line, so that it is never cut. */
export function CopyableCode({ children, label }: { children: string; label: string }) {
  const copy = useCopy(children)
  return (
    <div className="flex min-w-38 items-center gap-1">
      <code className="text-[0.8125rem] leading-4 wrap-anywhere">{children}</code>
      {copy && (
        <button type="button" className="btn btn-ghost btn-xs px-1" aria-label={label} onClick={copy}>
          <svg viewBox="0 0 20 20" className="size-4 fill-none stroke-current" strokeWidth="2" aria-hidden="true">
            <path d="M7 7h10v10H7zM13 7V3H3v10h4" />
          </svg>
        </button>
      )}
    </div>
  )
}
