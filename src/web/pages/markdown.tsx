import { createElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { MarkdownNode } from './parse-markdown.ts'

/** Creates elements without HTML in between, so that no markup is injected. */
export function Markdown({ nodes }: { nodes: readonly MarkdownNode[] }) {
  return createElement('div', { className: 'rich-text' }, ...nodes.map(renderNode))
}

function renderNode(node: MarkdownNode): ReactNode {
  if (typeof node === 'string') return node
  const { tag, children = [], href = '', start, align } = node
  const content = children.map(renderNode)
  if (tag === 'a') return createElement(MarkdownLink, { href }, ...content)
  const element = createElement(tag, { start, 'data-align': align }, ...content)
  if (tag !== 'table') return element
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
    // biome-ignore lint/a11y/useSemanticElements: no group of fields
    <div role="group" aria-label="Table" tabIndex={0} className="overflow-x-auto">
      {element}
    </div>
  )
}

function MarkdownLink({ href, children }: { href: string; children?: ReactNode }) {
  if (!href.startsWith('/'))
    return (
      <a href={href} rel="noopener" className="link">
        {children}
      </a>
    )
  // The browser must load files, which are no pages of React Router.
  const isFile = /^\/(api|images)\/|\.\w+([?#]|$)/.test(href)
  return (
    <Link to={href} reloadDocument={isFile} className="link">
      {children}
    </Link>
  )
}
