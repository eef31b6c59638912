import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { tools } from '#db/tables/catalogue.ts'
import { listen } from './listen.ts'
import { openShopWithPages, origin, type TestShop } from './open-shop.ts'

let shop: TestShop
/** Serves the files of the build too. */
let server: Awaited<ReturnType<typeof listen>>
/** Errors that a test expects; undefined where none is. */
let errors: string[] | undefined
const logged: string[] = []
before(async () => {
  shop = await openShopWithPages(
    {},
    {
      onError: event => (errors ? errors.push(event) : assert.fail(event)),
      onLog: (level, event, fields) => logged.push(`${level} ${event} ${fields?.route}`),
    },
  )
  server = await listen(shop.app.listener)
})
after(async () => {
  server.close()
  await shop.app.close()
})

const fetchPage = (path: string) => shop.app.fetch(new Request(new URL(path, origin)))
const fetchImage = (url: string) => fetch(url.replace(origin, server.url))

/** Runs the work while the tables of tools and reviews are gone; resolves to the errors that were logged. */
async function runWithoutLists(work: () => Promise<void>): Promise<string[]> {
  const { db } = shop.app.shop
  const expected: string[] = []
  errors = expected
  for (const table of ['tools', 'reviews']) await db.execute(`alter table ${table} rename to ${table}_away`)
  await work()
  for (const table of ['tools', 'reviews']) await db.execute(`alter table ${table}_away rename to ${table}`)
  errors = undefined
  return expected
}

test('pages come whole from the server, with the lists in them', async () => {
  const [home, reviews] = await Promise.all(['/', '/allReviews'].map(async path => (await fetchPage(path)).text()))
  const [tool] = await shop.client.listTools({})
  assert.ok(home?.includes(`/purchase/${tool?._id}`))
  assert.ok(reviews?.includes('Aoife Brennan'))
})

test('home shows 24 tools, and says how many there are only where it leaves some out', async t => {
  const { db } = shop.app.shop
  const readHome = async () => {
    const html = await (await fetchPage('/')).text()
    return [html.split('href="/purchase/').length - 1, decodeEntities(/Show all.{0,30}tools/.exec(html)?.[0] ?? '')]
  }
  const addTools = (count: number) =>
    db.execute(`insert into tools (name, image, price_cents, minimum, available, description)
      select 'Added', '/images/jigsaw-800.webp', 100, 1, 1, 'Added' from generate_series(1, ${count})`)
  t.after(() => db.execute(`delete from tools where name = 'Added'`))
  await addTools(24 - (await db.$count(tools)))
  assert.deepEqual(await readHome(), [24, ''])
  await addTools(1)
  assert.deepEqual(await readHome(), [24, 'Show all 25 tools'])
})

test('when lists cannot be loaded, every public page is served with an empty list', async () => {
  await runWithoutLists(async () => {
    for (const [path, heading] of [
      ['/', 'Best Seller Products'],
      ['/home', 'What Our Clients Says...'],
      ['/shop', 'No tool fits'],
      ['/allReviews', 'All Reviews'],
      ['/blogs', 'Blogs'],
      ['/trade', 'Order as a company'],
    ] as const) {
      const response = await fetchPage(path)
      const html = await response.text()
      assert.equal(response.status, 200, path)
      assert.ok(html.includes(heading), path)
      assert.ok(html.includes('Copyright'), path)
      assert.ok(!html.includes('/purchase/'), path)
    }
  })
})

test('the HTML of a public page is the same for everyone', async () => {
  const buyer = await shop.createBuyer()
  const request = new Request(new URL('/', origin), {
    headers: { authorization: `Bearer ${buyer.token}`, cookie: 'a=b' },
  })
  const signedIn = await shop.app.fetch(request)
  assert.equal(await signedIn.text(), await (await fetchPage('/')).text())
})

test('text from the database is text on the page', async t => {
  const markup = '<script>alert(1)</script><img src=x onerror=alert(2)>'
  const tool = await shop.getTool('Circular Saw')
  const rewrite = (name: string, description: string) =>
    shop.app.shop.db.execute(
      `update tools set name = '${name}', description = '${description.replaceAll("'", "''")}' where id = '${tool._id}'`,
    )
  t.after(() => rewrite(tool.name, tool.description))
  await rewrite(markup, `</script>${markup}`)
  const html = await (await fetchPage(`/shop/${tool._id}`)).text()
  assert.ok(html.includes('&lt;script&gt;alert(1)'))
  assert.ok(!html.includes('<script>alert(1)'))
  assert.ok(!html.includes('<img src=x'))
})

test('what is not shared says so, since a cache may keep what says nothing', async () => {
  for (const path of ['/login', '/dashboard', '/dashboard.data', '/purchase/a', '/healthz', '/readyz'])
    assert.match((await fetchPage(path)).headers.get('cache-control') ?? '', /^private, no-(cache|store)$/, path)
})

test('every response has its content type and the security headers', async () => {
  const pages = ['/', '/login', '/dashboard', '/no-such-page', '/robots.txt', '/sitemap.xml']
  const calls = ['/api/tools', '/api/orders', '/api/no-such-call', '/api/auth/get-session', '/healthz']
  for (const path of [...pages, ...calls]) {
    const { headers } = await fetchPage(path)
    const getHeader = (name: string) => headers.get(name) ?? ''
    assert.equal(getHeader('strict-transport-security'), 'max-age=31536000; includeSubDomains', path)
    assert.equal(getHeader('x-content-type-options'), 'nosniff', path)
    assert.equal(getHeader('referrer-policy'), 'no-referrer', path)
    assert.equal(getHeader('cross-origin-opener-policy'), 'same-origin', path)
    assert.equal(getHeader('cross-origin-resource-policy'), 'same-origin', path)
    assert.match(
      getHeader('content-security-policy'),
      /(?=.*frame-ancestors 'none')(object-src|default-src) 'none'/,
      path,
    )
    assert.equal(headers.has('access-control-allow-origin'), false, path)
    assert.match(
      getHeader('content-type'),
      /^(text\/(html|javascript|plain); charset=utf-8$|application\/|image\/)/i,
      path,
    )
  }
})

test('a rendered page has a request id, and is logged at debug by its route', async () => {
  logged.length = 0
  assert.match((await fetchPage('/purchase/rita@example.com')).headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/)
  assert.deepEqual(logged, ['debug request /purchase/:id'])
})

test('passwords are masked, and left to password managers', async () => {
  for (const [path, managed] of [
    ['/login', 'current-password'],
    ['/signup', 'new-password'],
  ] as const) {
    const fields = (await (await fetchPage(path)).text()).match(/<input[^>]*name="password"[^>]*>/g) ?? []
    assert.equal(fields.length, 1, path)
    assert.match(fields[0], new RegExp(`(?=.*type="password").*autocomplete="${managed}"`, 'i'), path)
  }
})

test('an image that was uploaded is cached for good, as it never changes', async () => {
  const { client } = await shop.createBuyer()
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const { data } = await client.uploadImage({ form: { image: new File([gif], 'dot.gif') } })
  const response = await fetchPage(data.url)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
})

describe('titles and descriptions', () => {
  test('are there on every page that is found without an account, and differ from page to page', async () => {
    const { _id } = await shop.getTool('Circular Saw')
    const titles: string[] = []
    const descriptions: string[] = []
    for (const path of ['/', '/shop', `/shop/${_id}`, '/allReviews', '/blogs', '/trade', '/login', '/signup']) {
      const html = await (await fetchPage(path)).text()
      const title = getText(html, 'title')
      const description = findContent(html, 'description')
      assert.match(title, /^\S.+ · Big Wholesale$/, path)
      assert.match(description, /^\S.{48,160}\S$/, path)
      titles.push(title)
      descriptions.push(description)
    }
    assert.deepEqual(titles.toSorted(), [...new Set(titles)].toSorted())
    assert.deepEqual(descriptions.toSorted(), [...new Set(descriptions)].toSorted())
  })

  for (const path of ['/', '/shop', '/allReviews', '/blogs', '/trade']) {
    test(`are what link previews of ${path} show, with an image that loads`, async () => {
      const html = await (await fetchPage(`${path}?utm_source=mail`)).text()
      assert.deepEqual(findLinks(html, 'canonical'), [`${origin}${path}`])
      assert.equal(findContent(html, 'og:title'), getText(html, 'title'))
      assert.equal(findContent(html, 'og:description'), findContent(html, 'description'))
      const url = findContent(html, 'og:image')
      assert.ok(url.startsWith(`${origin}/`), url)
      const image = await fetchImage(url)
      assert.equal(image.status, 200, url)
      assert.match(image.headers.get('content-type') ?? '', /^image\//)
    })
  }

  test('of a tool are its own, and its image’s address works outside the page', async () => {
    const tool = await shop.getTool('Circular Saw')
    const address = `${origin}/shop/${tool._id}`
    const html = await (await fetchPage(`/shop/${tool._id}`)).text()
    assert.equal(getText(html, 'title'), 'Circular Saw · Big Wholesale')
    assert.deepEqual(findLinks(html, 'canonical'), [address])
    assert.equal(findContent(html, 'og:url'), address)
    assert.equal(findContent(html, 'og:title'), 'Circular Saw · Big Wholesale')
    const description = findContent(html, 'og:description')
    assert.ok(description.length > 50, description)
    assert.ok(tool.description.includes(description.replace(/\.{3}$/, '')), description)
    assert.equal(findContent(html, 'description'), description)
    assert.equal(findContent(html, 'og:image'), `${origin}/images/circular-saw-800.webp`)
    assert.deepEqual([parseProduct(html).image].flat(), [`${origin}/images/circular-saw-800.webp`])
    assert.equal((await fetchImage(findContent(html, 'og:image'))).headers.get('content-type'), 'image/webp')
  })
})

test('a page that an admin wrote is whole without scripts, described by its text, and 404 while it is a draft', async () => {
  const { client: admin } = await shop.logInAsAdmin()
  const body =
    '# Who we are\n\nA [wholesaler](/shop) of *tools* since 1901, with [partners](https://maker.example).\n\n- saws'
  const page = { slug: 'about-us', title: 'About us', body }
  await admin.addPage({ body: page })
  for (const path of ['/pages/about-us', '/pages/none', '/pages/a.b', '/pages/'])
    assert.equal((await fetchPage(path)).status, 404, path)
  await admin.updatePage({ params: { slug: page.slug }, body: { ...page, published: true } })
  const response = await fetchPage('/pages/about-us')
  const html = await response.text()
  assert.equal(response.status, 200)
  assert.equal(html.match(/<h1/g)?.length, 1)
  assert.match(html, /<h2>Who we are<\/h2>/)
  assert.match(html, /<a [^>]*href="\/shop"[^>]*>wholesaler<\/a>/)
  assert.match(html, /<a href="https:\/\/maker\.example" rel="noopener"/)
  assert.equal(getText(html, 'title'), 'About us · Big Wholesale')
  assert.deepEqual(findLinks(html, 'canonical'), [`${origin}/pages/about-us`])
  assert.equal(findContent(html, 'description'), 'Who we are A wholesaler of tools since 1901, with partners. saws')
  await admin.deletePage({ params: { slug: page.slug } })
})

for (const [name, availability] of [
  ['Circular Saw', 'https://schema.org/InStock'],
  ['BG8 Twin-Wheel Bench Grinder', 'https://schema.org/OutOfStock'],
  ['63-Piece Socket Set', 'https://schema.org/OutOfStock'],
] as const) {
  test(`${name} is described as a schema.org Product that is ${availability.split('/').at(-1)}`, async () => {
    const tool = await shop.getTool(name)
    assert.equal(tool.available >= tool.minimum, availability.endsWith('InStock'))
    const { offers, ...product } = parseProduct(await (await fetchPage(`/shop/${tool._id}`)).text())
    assert.equal(product['@context'], 'https://schema.org')
    assert.equal(product['@type'], 'Product')
    assert.equal(product.name, name)
    assert.equal(product.description, tool.description)
    assert.equal(offers['@type'], 'Offer')
    assert.equal(offers.priceCurrency, 'USD')
    assert.equal(offers.availability, availability)
    assert.equal(Number(offers.price), tool.price)
  })
}

test('a shop in euros without tax shows no price in dollars, and says that tax is added', async t => {
  const euros = await openShopWithPages({ CURRENCY: 'EUR', PRICES: 'without_tax', TAX_PERCENT: '19' })
  t.after(() => euros.app.close())
  const { _id: id, price } = await euros.getTool('Circular Saw')
  const read = async (path: string) => (await euros.app.fetch(new Request(new URL(path, origin)))).text()
  const pages = [
    '/shop',
    '/shop?view=table',
    '/shop?minPrice=10&maxPrice=%E2%82%AC200',
    '/shop?maxPrice=200',
    `/shop/${id}`,
  ]
  for (const path of pages) {
    const text = (await read(path)).replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, '')
    assert.ok(!text.includes('$'), `${path}: ${/.{0,40}\$.{0,40}/.exec(text)?.[0]}`)
    assert.ok(text.includes('€'), path)
    assert.ok(text.includes('Prices are without tax.'), path)
  }
  assert.ok((await read('/shop?minPrice=10&maxPrice=%E2%82%AC200')).includes('€10 to €200'))
  const amount = { price: price.toFixed(2), priceCurrency: 'EUR' }
  const { offers } = parseProduct(await read(`/shop/${id}`))
  assert.deepEqual({ price: offers.price, priceCurrency: offers.priceCurrency }, amount)
  assert.deepEqual(offers.priceSpecification, {
    '@type': 'UnitPriceSpecification',
    ...amount,
    valueAddedTaxIncluded: false,
  })
})

describe('crawlers', () => {
  test('find every public page and every tool’s page in /sitemap.xml, each once', async () => {
    const tools = await shop.client.listTools({})
    const response = await fetchPage('/sitemap.xml')
    assert.match(response.headers.get('content-type') ?? '', /xml/)
    const found = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
    const paths = [
      '/',
      '/shop',
      '/quick-order',
      '/trade',
      '/allReviews',
      '/blogs',
      ...tools.map(({ _id }) => `/shop/${_id}`),
    ]
    assert.deepEqual(found.toSorted(), paths.map(path => `${origin}${path}`).toSorted())
  })

  test('/robots.txt disallows /dashboard and /purchase, no public page, and names the sitemap', async () => {
    const lines = (await (await fetchPage('/robots.txt')).text()).split('\n').map(line => line.trim())
    for (const line of [
      'User-agent: *',
      'Disallow: /dashboard',
      'Disallow: /purchase',
      `Sitemap: ${origin}/sitemap.xml`,
    ])
      assert.ok(lines.includes(line), line)
    const kept = lines.filter(line => line.startsWith('Disallow: ')).map(line => line.slice(10))
    for (const path of ['/', '/shop', '/allReviews', '/blogs', '/images/circular-saw-800.webp', '/assets/a.js'])
      assert.deepEqual(
        kept.filter(prefix => path.startsWith(prefix)),
        [],
        path,
      )
  })
})

describe('/shop is not broken by nonsense in its address, like', () => {
  const countCards = (html: string) => getMain(html).split('<li').length - 1
  const count = (html: string) => getText(getMain(html), 'p role="status"')

  for (const params of [
    '?sort=up&minPrice=cheap&maxPrice=-5&shown=x&after=y',
    '?minPrice=ten',
    '?maxPrice=1.2.3',
    '?shown=-1&shown=24',
    '?shown=1e99',
    '?q=&sort=&minPrice=&maxPrice=',
    '?q=%20%20',
    '?q=%00',
    '?color=red&page=9&q[]=saw',
    '?maxPrice=1e30',
    '?maxPrice=99999999',
    '?maxPrice=Infinity',
  ]) {
    test(`${params}, which leaves the whole catalogue`, async () => {
      const response = await fetchPage(`/shop${params}`)
      assert.equal(response.status, 200)
      const html = await response.text()
      assert.equal(countCards(html), 24)
      assert.match(count(html), /^\d+ tools$/)
      assert.match(html, /<footer/)
    })
  }

  for (const params of [
    '?q=%25',
    '?q=%3Cscript%3Ealert(1)%3C/script%3E',
    "?q=zzzz'%20or%201=1--",
    '?minPrice=99999999',
  ]) {
    test(`${params.slice(0, 50)}, which fits no tool`, async () => {
      const response = await fetchPage(`/shop${params}`)
      assert.equal(response.status, 200)
      const html = await response.text()
      assert.match(count(html), /^0 tools/)
      assert.ok(findAnchors(getMain(html)).includes('Show all tools'))
      assert.equal(countCards(html), 0)
    })
  }

  test('a search of too many characters is neither cut nor sent, and says so', async () => {
    const response = await fetchPage(`/shop?q=${'z'.repeat(3000)}`)
    assert.equal(response.status, 200)
    assert.equal(count(await response.text()), 'At most 100 characters, please.')
  })

  test('a category or a brand that the shop does not have is 404, and says so', async () => {
    for (const [query, sentence] of [
      ['category=flower-pots', 'There is no category “flower-pots”.'],
      ['brand=flower-pots', 'There is no tool of a brand “flower-pots”.'],
    ] as const) {
      const response = await fetchPage(`/shop?${query}`)
      assert.equal(response.status, 404)
      const html = getMain(await response.text())
      assert.ok(html.includes(sentence), query)
      assert.ok(findAnchors(html).includes('Show all tools'))
    }
    const [known] = await shop.client.listBrands({})
    assert.equal((await fetchPage(`/shop?brand=${known?.slug}&maxPrice=0.01`)).status, 200)
  })

  test('?q= is cut where no character is halved', async () => {
    const response = await fetchPage(`/shop?q=${encodeURIComponent(`${'x'.repeat(99)}🔨`)}`)
    assert.match(count(await response.text()), /^0 tools/)
  })

  for (const query of ['maxPrice=99999999', 'q=%00', 'cursor=00000000-0000-4000-8000-000000000000&sort=price']) {
    test(`GET /api/tools?${query} does not answer 5xx`, async () => {
      assert.ok((await fetchPage(`/api/tools?${query}`)).status < 500)
    })
  }
})

for (const id of ['no-such-tool', '00000000-0000-4000-8000-000000000000', '%00', '1%27%20or%20%271']) {
  test(`/shop/${id} is a 404 page inside the layout`, async () => {
    const response = await fetchPage(`/shop/${id}`)
    assert.equal(response.status, 404)
    const html = await response.text()
    assert.equal(getText(getMain(html), 'h1'), 'This tool is not here')
    assert.match(html, /<nav aria-label="Main"/)
    assert.match(html, /<footer/)
    assert.match(getMain(html), /<a [^>]*href="\/"[^>]*>Back to home page<\/a>/)
  })
}

for (const path of [
  '/no-such-page',
  '/dashboard/nothing',
  '/shop/a/b',
  '/Home.php',
  '/.git/config',
  '/.env',
  '/assets',
]) {
  test(`${path} is the not-found page`, async () => {
    const response = await fetchPage(path)
    assert.equal(response.status, 404)
    const html = getMain(await response.text())
    assert.equal(getText(html, 'h1'), 'OPPS! PAGE NOT BE FOUND')
    const boxes = findTags(html, 'input').map(({ type, disabled, readOnly }) => ({ type, disabled, readOnly }))
    assert.deepEqual(boxes, [{ type: 'search', disabled: undefined, readOnly: undefined }])
    assert.match(html, /<a [^>]*href="\/"[^>]*>Back to home page<\/a>/)
  })
}

test('unknown pages differ only below a page of the navigation, which is marked as current', async () => {
  const read = async (path: string) => (await fetchPage(path)).text()
  assert.match(await read('/Dashboard/nothing'), /dashboard-sidebar/)
  assert.doesNotMatch(await read('/no-such-page'), /dashboard-sidebar/)
  assert.match(await read('/shop/a/b'), /<a aria-current="page"[^>]*href="\/shop"/)
  const { headers } = await fetchPage('/no-such-page')
  assert.match(headers.get('content-security-policy') ?? '', /script-src 'self' 'sha256-/)
  // Client-side navigations request data.
  assert.match((await fetchPage('/no-such-page.data')).headers.get('content-type') ?? '', /^text\/x-script/)
})

test('pages refuse methods other than GET and HEAD', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    // A form that is posted to a page gets an answer.
    const path = method === 'POST' ? '/no-such-page' : '/shop'
    const response = await shop.app.fetch(new Request(new URL(path, origin), { method }))
    assert.deepEqual([response.status, (await response.json()).code], [404, 'call_unknown'], method)
  }
})

test('an unknown address is no error, and what breaks a page is logged once', async t => {
  const printed = t.mock.method(console, 'error', () => {})
  assert.equal((await fetchPage('/images/%0A')).status, 404)
  const reported = await runWithoutLists(async () => {
    assert.equal((await fetchPage('/sitemap.xml')).status, 500)
  })
  assert.deepEqual([reported.length, printed.mock.callCount()], [1, 0])
  assert.match(reported[0] ?? '', /^unexpected error: /)
})

function findTags(html: string, name: string): Record<string, string | undefined>[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value = '']) => [key, decodeEntities(value)]),
    ),
  )
}

/** The content of the page's only meta tag of that name or property. */
function findContent(html: string, name: string): string {
  const tags = findTags(html, 'meta').filter(tag => tag.name === name || tag.property === name)
  assert.equal(tags.length, 1, `meta tags for ${name}`)
  return tags[0]?.content ?? ''
}

function findLinks(html: string, rel: string): (string | undefined)[] {
  return findTags(html, 'link')
    .filter(tag => tag.rel === rel)
    .map(({ href }) => href)
}

/** The text in the page's only element that begins with that tag. */
function getText(html: string, tag: string): string {
  const found = [...html.matchAll(new RegExp(`<${tag}(?=[\\s>])[^>]*>(.*?)</${tag.split(' ')[0]}>`, 'g'))]
  assert.equal(found.length, 1, `elements <${tag}>`)
  return decodeEntities(found[0]?.[1] ?? '')
}

function findAnchors(html: string): string[] {
  return [...html.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, text = '']) => decodeEntities(text))
}

function getMain(html: string): string {
  return /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? assert.fail('no main')
}

function parseProduct(html: string) {
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? assert.fail('no Product'))
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

/** HTML text as it is read: without tags and comments, and with its entities replaced. */
function decodeEntities(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&[#\w]+;/g, entity => entities[entity] ?? entity)
}

test('a page has one address, however its path is written', async () => {
  const [tool] = await shop.client.listTools({ query: { limit: 1 } })
  for (const [path, own] of [
    ['/SHOP?q=saw', '/shop?q=saw'],
    [`/Shop/${tool?._id}`, `/shop/${tool?._id}`],
    ['/ALLREVIEWS', '/allReviews'],
    ['/dashboard/manageproducts', '/dashboard/manageProducts'],
    [`/shop/${tool?._id.toUpperCase()}`, `/shop/${tool?._id}`],
    ['/shop.', '/shop'],
    ['/cart),', '/cart'],
    ['/blogs%20', '/blogs'],
    [`/shop/${tool?._id}.`, `/shop/${tool?._id}`],
    [`/shop/${tool?._id})`, `/shop/${tool?._id}`],
    [`/shop/%20${tool?._id}%E2%80%9D.`, `/shop/${tool?._id}`],
    [`/shop/${tool?._id}%0A`, `/shop/${tool?._id}`],
    [`/purchase/${tool?._id}%3E`, `/purchase/${tool?._id}`],
    [`/dashboard/orders/${tool?._id};`, `/dashboard/orders/${tool?._id}`],
    ['/pages/DELIVERY!', '/pages/delivery'],
    ['/shop?category=Hammers', '/shop?category=hammers'],
    ['/shop?category=hand-tools.&sort=price', '/shop?sort=price&category=hand-tools'],
    ['/shop?brand=NORVANE,kestrel)', '/shop?brand=norvane&brand=kestrel'],
  ] as const) {
    const response = await fetchPage(path)
    assert.deepEqual([response.status, response.headers.get('location')], [301, own], path)
  }
  assert.equal((await fetchPage('/NO-SUCH-PAGE')).status, 404)
  for (const path of ['/no-such-page.', '/shop/%E0%A4%A', '/shop/.%00'])
    assert.equal((await fetchPage(path)).status, 404, path)
})
