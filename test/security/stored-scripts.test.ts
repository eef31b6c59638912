import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { stripInvisibleInLines } from '#contract/text.ts'
import { buildOrderInput, origin } from '#test/open-shop.ts'
import { prepare, prepareShopWithPages } from '#test/prepare.ts'

const scripts = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</ScRiPt\n><img src=x onerror=alert(1)>',
  '<!--<script>',
  ']]><svg onload=alert(1)>',
  '"><a href="javascript:alert(1)">x</a>',
  "' onmouseover='alert(1)",
  'x\u2028alert(1)\u2029</title><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that must not be run
  '{{7*7}}${7*7}<%= 7*7 %>#{7*7}',
]

const shop = prepareShopWithPages()
const admin = prepare(() => shop.logInAsAdmin())
const render = async (path: string) => (await shop.app.fetch(new Request(origin + path))).text()

/** The page's tags with the names of their attributes, as a browser finds them, each script, and what links would run. */
function extractShape(html: string): string[] {
  // A script ends at the first end tag, wherever that stands.
  const bare = html.replace(/(<script\b[^>]*>).*?(<\/script)/gis, '$1$2')
  const tags = [...bare.matchAll(/<[/!]?[a-z-](?:"[^"]*"|'[^']*'|[^'">])*>/gi)].map(([tag]) => tag)
  const running = tags.flatMap(tag => tag.match(/(href|src|action)="\s*(javascript|data):/gi) ?? [])
  const shapes = tags.map(tag => tag.replace(/"[^"]*"|'[^']*'/g, '""').toLowerCase())
  return [...shapes.filter(shape => shape.startsWith('<script')), ...new Set(shapes), ...running].toSorted()
}

for (const script of scripts) {
  test(`${JSON.stringify(script)} is text wherever it is shown`, async () => {
    const renderPages = async (tool: string) => Promise.all([`/shop/${tool}`, '/', '/shop', '/allReviews'].map(render))
    const plain = await addTool('Plain name', 'Plain text.')
    await review('Plain name', 'Plain text.')
    const before = await renderPages(plain)
    const hostile = await addTool(script, script)
    await review(script, script)
    const after = await renderPages(hostile)
    for (const [index, html] of after.entries()) assert.deepEqual(extractShape(html), extractShape(before[index] ?? ''))
    const { name, description } = parseProduct(after[0] ?? '')
    const kept = stripInvisibleInLines(script)
    assert.deepEqual([name, description], [kept, kept])
    // Else the next ones would push tools out of the lists that are compared.
    for (const id of [plain, hostile]) await admin.client.deleteTool({ params: { id } })
  })
}

for (const script of scripts) {
  test(`${JSON.stringify(script)} is text on a page that an admin wrote`, async () => {
    const renderPage = async (text: string) => {
      const page = { slug: 'about-us', title: text, body: text, published: true }
      await admin.client.addPage({ body: page })
      const html = await render('/pages/about-us')
      await admin.client.deletePage({ params: { slug: page.slug } })
      assert.match(html, /<article\b.*<h1\b/s)
      // Some of the scripts are Markdown, too.
      return extractShape(html).filter(tag => !/^<\/?(em|blockquote)>$/.test(tag))
    }
    assert.deepEqual(await renderPage(script), await renderPage('Plain text.'))
  })
}

test('the name of an account is plain text in its mails, and the texts of an order are in none', async () => {
  const buyer = await shop.createBuyer('<script>alert(1)</script>')
  const { body } = buildOrderInput(await shop.getTool(), buyer)
  const markup = '<img src=x onerror=alert(1)>'
  await buyer.client.placeOrder({ body: { ...body, address: markup, phone: markup, userName: markup } })
  const page = await (await shop.request('/dev/outbox')).text()
  assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
  assert.ok(!page.includes('onerror'))
  assert.deepEqual(
    extractShape(page).filter(tag => /script|img/.test(tag)),
    [],
  )
})

test('no page writes HTML of its own making', () => {
  const web = new URL('../../src/web/', import.meta.url).pathname
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(name => /\.tsx?$/.test(name))
  const risky = /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(/
  assert.deepEqual(
    files.filter(file => risky.test(readFileSync(join(web, file), 'utf8'))),
    [],
  )
})

async function addTool(name: string, description: string): Promise<string> {
  const image = '/images/claw-hammer-800.webp'
  const { insertedId } = await admin.client.addTool({
    body: { name, description, image, price: 2.5, available: 100, minimum: 1 },
  })
  return insertedId
}

async function review(name: string, text: string): Promise<void> {
  const { client, email } = await shop.createBuyer(name)
  await client.addReview({
    body: { name, email, comment: text, city: text, rating: 5, img: '/images/avatars/r01.svg' },
  })
}

function parseProduct(html: string) {
  return JSON.parse(
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? assert.fail('no Product'),
  )
}
