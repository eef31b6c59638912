import { clientContext, type PageHandle } from '#web/context.ts'
import { buildMeta, titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound } from '#web/session/api-errors.ts'
import { truncate } from '#web/ui/text/truncate.ts'
import type { Route } from './+types/page'
import { Markdown } from './markdown.tsx'
import { parseMarkdown, toPlainText } from './parse-markdown.ts'

/** The server parses the Markdown, so that no public page loads the parser. */
export const handle = { sharedBy: [] } satisfies PageHandle

export async function loader({ context, params }: Route.LoaderArgs) {
  const { title, body } = await getOrNotFound(context.get(clientContext).getPage({ params }), 'page')
  const nodes = parseMarkdown(body)
  return { title, nodes, description: truncate(toPlainText(nodes), 155) }
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  loaderData ? buildMeta(args, loaderData) : titleMeta('Page not found')(args)

export default function Page({ loaderData: { title, nodes } }: Route.ComponentProps) {
  return (
    <article className="page-width mt-10">
      <h1 className="section-title mb-8">{title}</h1>
      <Markdown nodes={nodes} />
    </article>
  )
}
