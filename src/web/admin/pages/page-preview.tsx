import { useDeferredValue, useId, useMemo } from 'react'
import { Markdown } from '#web/pages/markdown.tsx'
import { parseMarkdown } from '#web/pages/parse-markdown.ts'

export interface PagePreviewProps {
  title: string
  body: string
}

export function PagePreview({ title, body }: PagePreviewProps) {
  const id = useId()
  const shownBody = useDeferredValue(body)
  const nodes = useMemo(() => parseMarkdown(shownBody), [shownBody])
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-1">
      <h2 id={id} className="font-sans leading-normal font-semibold">
        Preview
      </h2>
      <div className="rounded-field border border-base-300 bg-base-200 p-4">
        <p className="section-title mb-8 font-display leading-none font-semibold">{title}</p>
        <Markdown nodes={nodes} />
      </div>
    </section>
  )
}
