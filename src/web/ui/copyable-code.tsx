import { useCopy } from './use-copy.ts'

const endLength = 6

interface CopyableCodeProps {
  children: string
  label: string
  isWhole?: boolean
}

export function CopyableCode({ children, label, isWhole = false }: CopyableCodeProps) {
  const copy = useCopy(children)
  return (
    <div
      className={`flex max-w-full items-center gap-1 print:w-auto ${isWhole ? '' : 'w-32 min-[100rem]:w-auto @max-[63rem]:w-auto'}`}
    >
      <code className="flex min-w-0 text-sm" title={children}>
        <span className="truncate">{children.slice(0, -endLength)}</span>
        <span className="shrink-0 whitespace-nowrap">{children.slice(-endLength)}</span>
      </code>
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
