export function Code({ label, children }: { label: string; children: string }) {
  return (
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
  )
}
