import { useCopy } from '#web/widgets/use-copy.ts'

export function Code({ label, children }: { label: string; children: string }) {
  const copy = useCopy(children)
  return (
    <div className="relative">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: only what has the focus scrolls by arrow keys
        tabIndex={0}
        className="overflow-x-auto rounded-box bg-neutral p-4 text-neutral-content"
      >
        <pre className="w-max text-sm leading-relaxed">
          <code>{children}</code>
        </pre>
      </section>
      {copy && (
        <button
          type="button"
          className="btn btn-quiet btn-sm mt-2 sm:absolute sm:end-2 sm:top-0"
          aria-label={`Copy: ${label}`}
          onClick={copy}
        >
          Copy
        </button>
      )}
    </div>
  )
}
