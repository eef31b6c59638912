import createParser, { type Token } from 'markdown-it'
import { findSameOriginPath } from '#web/same-origin-path.ts'

const tags = [
  ...(['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'ul', 'ol', 'li', 'hr', 'pre'] as const),
  ...(['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'em', 'strong', 's', 'code', 'br'] as const),
] as const

interface MarkdownElement {
  tag: (typeof tags)[number]
  children?: MarkdownNode[]
  href?: string
  start?: number
  align?: 'left' | 'center' | 'right'
}

export type MarkdownNode = string | MarkdownElement

const parser = createParser({ html: false })
// A refused link stays as its source text.
parser.validateLink = url => /^(https?:\/\/|mailto:|tel:)/i.test(url) || findSameOriginPath(url) !== undefined

/** Parses CommonMark with tables; images become their alternative text. Headings begin at the second level. */
export function parseMarkdown(text: string): MarkdownNode[] {
  const tokens = parser.parse(text, {})
  const headingLevels = tokens.filter(({ type }) => type === 'heading_open').map(({ tag }) => Number(tag.slice(1)))
  return buildNodes(tokens, 2 - Math.min(...headingLevels))
}

/** Tokens are flat: an element's children stand between its opening and its closing token. */
function buildNodes(tokens: readonly Token[], headingShift: number): MarkdownNode[] {
  const nodes: MarkdownNode[] = []
  const open = [nodes]
  for (const token of tokens) {
    const siblings = open.at(-1) ?? nodes
    // Hidden tokens are the paragraphs of a tight list.
    if (token.hidden) continue
    if (token.nesting === -1) open.pop()
    else if (token.nesting === 0) siblings.push(...toNodes(token, headingShift))
    else {
      const children: MarkdownNode[] = []
      siblings.push({ ...toElement(token, headingShift), children })
      open.push(children)
    }
  }
  return nodes
}

function toElement(token: Token, headingShift: number): MarkdownElement {
  const name = token.type === 'heading_open' ? `h${Math.min(6, Number(token.tag.slice(1)) + headingShift)}` : token.tag
  const align = (['left', 'center', 'right'] as const).find(each => token.attrGet('style') === `text-align:${each}`)
  const [href, start] = ['href', 'start'].map(name => token.attrGet(name))
  return {
    tag: tags.find(tag => tag === name) ?? 'p',
    ...(href && { href: String(href) }),
    ...(start && { start: Number(start) }),
    ...(align && { align }),
  }
}

function toNodes({ type, content, children }: Token, headingShift: number): MarkdownNode[] {
  if (type === 'inline') return buildNodes(children ?? [], headingShift)
  if (type === 'image') return [toPlainText(buildNodes(children ?? [], headingShift))]
  if (type === 'softbreak') return ['\n']
  if (type === 'hardbreak') return [{ tag: 'br' }]
  if (type === 'hr') return [{ tag: 'hr' }]
  if (type === 'code_inline') return [{ tag: 'code', children: [content] }]
  if (type === 'fence' || type === 'code_block')
    return [{ tag: 'pre', children: [{ tag: 'code', children: [content] }] }]
  return [content]
}

const inlineTags: readonly string[] = ['a', 'em', 'strong', 's', 'code']

export function toPlainText(nodes: readonly MarkdownNode[]): string {
  return nodes.map(readNode).join('').replace(/\s+/g, ' ').trim()
}

function readNode(node: MarkdownNode): string {
  if (typeof node === 'string') return node
  const text = (node.children ?? []).map(readNode).join('')
  return inlineTags.includes(node.tag) ? text : `${text} `
}
