import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MarkdownNode, parseMarkdown, toPlainText } from './parse-markdown.ts'

function format(nodes: readonly MarkdownNode[] | undefined = []): string {
  return nodes
    .map(node => {
      if (typeof node === 'string') return node
      const { tag, children, href = '', start = '', align = '' } = node
      return `${tag}${href && `[${href}]`}${start && `[${start}]`}${align && `[${align}]`}(${format(children)})`
    })
    .join('')
}
const parse = (text: string) => format(parseMarkdown(text))

test('paragraphs, emphasis, code, lists, quotes and tables become elements', () => {
  assert.equal(parse('one\ntwo\n\nthree  \nfour'), 'p(one\ntwo)p(threebr()four)')
  assert.equal(parse('*a* **b** ~~c~~ `<d>`'), 'p(em(a) strong(b) s(c) code(<d>))')
  assert.equal(parse('- a\n- b\n  - c'), 'ul(li(a)li(bul(li(c))))')
  assert.equal(parse('3. a\n\n4. b'), 'ol[3](li(p(a))li(p(b)))')
  assert.equal(parse('> a\n\n---'), 'blockquote(p(a))hr()')
  assert.equal(parse('```html\n<b>\n```'), 'pre(code(<b>\n))')
  assert.equal(
    parse('| a | b |\n| - | -: |\n| 1 | 2 |'),
    'table(thead(tr(th(a)th[right](b)))tbody(tr(td(1)td[right](2))))',
  )
  assert.equal(parse('&copy; &lt;b&gt; 2 \\* 3'), 'p(© <b> 2 * 3)')
})

test('headings begin at the second level, whichever the text begins with', () => {
  assert.equal(parse('# a\n## b\n###### c'), 'h2(a)h3(b)h6(c)')
  assert.equal(parse('### a\n#### b'), 'h2(a)h3(b)')
  assert.equal(parse('## b\n# a'), 'h3(b)h2(a)')
})

test('links lead to pages of the shop, to http, mail and telephone', () => {
  for (const url of [
    '/shop?q=saw#top',
    'https://maker.example/a',
    'http://maker.example',
    'mailto:a@b.example',
    'tel:+1555',
  ])
    assert.equal(parse(`[x](${url})`), `p(a[${url}](x))`)
  assert.equal(parse('<https://maker.example>'), 'p(a[https://maker.example](https://maker.example))')
})

test('raw HTML, links to anywhere else and pictures are text', () => {
  for (const html of [
    '<script>alert(1)</script>',
    '<b onclick="alert(1)">b</b>',
    '<!-- a -->',
    '<img src=x onerror=y>',
  ])
    for (const text of [html, `a ${html}`]) assert.equal(parse(text), `p(${text})`)
  for (const url of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'java\u00adscript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'blob:https://shop.example/x',
    '//evil.example',
    'https:evil.example',
    'shop',
    '#top',
  ])
    assert.doesNotMatch(parse(`[x](${url}) [y][1] <${url}>\n\n[1]: ${url}`), /a\[/, url)
  assert.equal(parse('[x](/\\evil.example)'), 'p(a[/%5Cevil.example](x))')
  assert.equal(parse('![a *saw*](https://maker.example/a.png) b'), 'p(a saw b)')
})

test('the output of deeply nested text stays small', () => {
  for (const mark of ['> ', '- ', '[', '*', '**a ', '`'])
    assert.ok(JSON.stringify(parseMarkdown(mark.repeat(5000))).length < 1_000_000, mark)
})

test('plain text is one line without marks', () => {
  const text = '# Delivery\n\nWe *always*\ndeliver.\n\n- by [post](/shop)\n- by `van`'
  assert.equal(toPlainText(parseMarkdown(text)), 'Delivery We always deliver. by post by van')
})
