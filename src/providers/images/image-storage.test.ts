import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Hono } from 'hono'
import S3rver from 's3rver'
import sharp from 'sharp'
import { createLogger, type Log } from '#observability/logger.ts'
import { openShop, refused } from '#test/open-shop.ts'
import { buildAvifSrcSet } from '#web/ui/avif-srcset.ts'
import { createFolderImages, serveImageFile } from './folder.ts'
import { createImgbbImages } from './imgbb.ts'
import type { Images, ProcessedImage } from './port.ts'
import { createS3Images } from './s3.ts'

/** A store to run the cases on. */
interface Store {
  images: Images
  /** Asks for an address of the store's, as a browser does. */
  show: (address: string) => Promise<Response>
}

/** A store behind the network: a server of ours, whose answer a test may change. */
interface Host extends Store {
  /** The same store, by an adapter that has little time. */
  hasty: Images
  /** The settings by which a shop keeps its pictures there. */
  environment: Record<string, string>
  server: Server
}

interface Server {
  origin: string
  answer: RequestListener
  /** The requests that came, the newest last. */
  requests: IncomingMessage[]
}

const lines: string[] = []
const log: Log = createLogger(line => lines.push(line))
const s3Keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER-secret-that-is-in-no-log' }
const imgbbKey = 'imgbb0key0that0is0in0no0log'
const webp = '-800.webp'

const stores: Record<string, Store> = {}
const hosts: Record<string, Host> = {}
const storeOf = (name: string) => stores[name] ?? assert.fail(name)
const hostOf = (name: string) => hosts[name] ?? assert.fail(name)

before(async () => {
  hosts.S3 = await openS3()
  hosts.imgbb = await openImgbb()
  Object.assign(stores, hosts, { folder: openFolder() })
})
after(() => Promise.all(closing.map(close => close())))
const closing: (() => unknown)[] = []

function openFolder(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'ironmonger-images-'))
  const app = new Hono().get('/images/:file', serveImageFile(folder))
  return { images: createFolderImages(folder), show: async address => app.request(address) }
}

async function openS3(): Promise<Host> {
  const directory = mkdtempSync(join(tmpdir(), 'ironmonger-s3-'))
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'pictures' }] })
  await s3.configureBuckets()
  const server = await listen(s3.callback())
  const { origin: endpoint } = server
  const options = { ...s3Keys, endpoint, bucket: 'pictures', publicUrl: `${endpoint}/pictures`, log }
  return {
    images: createS3Images(options),
    hasty: createS3Images({ ...options, timeout: 50 }),
    show: fetch,
    environment: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    },
    server,
  }
}

/** What came to imgbb. */
const uploads: { key: string | null; name: unknown; file: FormDataEntryValue | null }[] = []

/** Speaks imgbb's protocol as its documentation has it, numbers as text, and shows what it was given. */
async function openImgbb(): Promise<Host> {
  const kept = new Map<string, Buffer>()
  const server = await listen(async (request, response) => {
    const url = new URL(request.url ?? '', server.origin)
    if (request.method === 'GET') return response.setHeader('content-type', 'image/webp').end(kept.get(url.pathname))
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const body = Buffer.concat(await request.toArray())
    const form = await new Request(url, { method: 'POST', headers, body }).formData()
    const [file, name] = [form.get('image'), form.get('name')]
    uploads.push({ key: url.searchParams.get('key'), name, file })
    const path = `/w04Prt6/${name}.webp`
    if (file instanceof File) kept.set(path, Buffer.from(await file.arrayBuffer()))
    const shown = server.origin + path
    const image = { filename: `${name}.webp`, name, mime: 'image/webp', extension: 'webp', url: shown }
    const numbers = { width: '800', height: '800', size: '68', time: '1552042565', expiration: '0' }
    const links = {
      url_viewer: 'https://ibb.co/2ndCYJK',
      url: shown,
      display_url: shown,
      delete_url: 'https://ibb.co/x',
    }
    reply(response, 200, {
      data: { id: '2ndCYJK', title: name, ...links, ...numbers, image },
      success: true,
      status: 200,
    })
  })
  const options = { key: imgbbKey, endpoint: `${server.origin}/1/upload`, log }
  return {
    images: createImgbbImages(options),
    hasty: createImgbbImages({ ...options, timeout: 50 }),
    show: fetch,
    environment: { IMGBB_KEY: imgbbKey, IMGBB_ENDPOINT: options.endpoint },
    server,
  }
}

async function listen(answer: RequestListener): Promise<Server> {
  const listening = createServer((request, response) => {
    server.requests.push(request)
    server.answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' ? address?.port : 0
  const server: Server = { origin: `http://127.0.0.1:${port}`, answer, requests: [] }
  closing.push(() => {
    listening.closeAllConnections()
    listening.close()
  })
  return server
}

type Reply = Parameters<RequestListener>[1]
function reply(response: Reply, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Runs the task while the server answers otherwise; tells what came to it and what was logged. */
async function whileAnswering(server: Server, answer: RequestListener, task: () => Promise<void>) {
  const { answer: usual } = server
  const [before, logged] = [server.requests.length, lines.length]
  server.answer = answer
  try {
    await task()
  } finally {
    server.answer = usual
  }
  return { requests: server.requests.slice(before), logged: lines.slice(logged) }
}

let made = 0
/** A picture as far as a store can tell. */
function picture(ends = ['-320.avif', '-480.avif', '-800.avif', '-480.webp', webp]): ProcessedImage {
  made += 1
  const name = createHash('sha256').update(`${made}`).digest('hex').slice(0, 32)
  return { name, files: new Map(ends.map(end => [end, Buffer.from(name + end)])) }
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const html = '<!DOCTYPE html><title>Bad gateway</title><h1>Bad gateway</h1>'

for (const name of ['folder', 'S3', 'imgbb']) {
  const keep = (kept: ProcessedImage) => storeOf(name).images.store(kept)
  const isOwnUrl = (address: string) => storeOf(name).images.isOwnUrl(address)

  test(`${name}: a kept picture is shown at its address, which is the store's own`, async () => {
    const kept = picture()
    const address = await keep(kept)
    const shown = await storeOf(name).show(address)
    assert.equal(shown.headers.get('content-type'), 'image/webp')
    assert.deepEqual(await bytesOf(shown), kept.files.get(webp))
    assert.ok(isOwnUrl(address))
  })

  test(`${name}: pictures that come at once don't disturb each other, the same one neither`, async () => {
    const twice = picture()
    const many = [twice, twice, ...Array.from({ length: 8 }, () => picture())]
    const addresses = await Promise.all(many.map(keep))
    const shown = await Promise.all(addresses.map(async address => bytesOf(await storeOf(name).show(address))))
    assert.deepEqual(
      shown,
      many.map(each => each.files.get(webp)),
    )
  })

  test(`${name}: no other address is taken for its own`, async () => {
    const own = await keep(picture())
    const path = new URL(own, 'http://localhost').pathname
    const others = [
      '',
      `${own}?x`,
      `${own}#x`,
      `${own}\n`,
      ` ${own}`,
      `\\${own}`,
      own.replace(path, `/..${path}`),
      own.replace('/', '/\\'),
      own.replace('.webp', '.svg?.webp'),
      own.replace('.webp', '%2e%2e'),
      own.replace('://', '://evil.'),
      own.replace('://', '://user:password@'),
      own.replace('http:', 'https:'),
      own.replace('http:', ''),
      own.toUpperCase(),
      `https://evil.example${path}`,
      `https://evil.example/?${own}`,
      `//evil.example${path}`,
      `javascript:alert(1)//${path}`,
      'data:image/webp;base64,AAAA',
    ]
    assert.deepEqual(
      others.filter(other => other !== own && isOwnUrl(other)),
      [],
    )
  })
}

for (const name of ['folder', 'S3']) {
  test(`${name}: every width that pages ask for is there for good`, async () => {
    const { images, show } = storeOf(name)
    const kept = picture()
    const address = await images.store(kept)
    const asked = [...(buildAvifSrcSet(address) ?? '').matchAll(/(\S+) \d+w/g)].map(([, each = '']) => each)
    assert.equal(asked.length, 3)
    for (const each of [...asked, address, address.replace(webp, '-480.webp')]) {
      const shown = await show(each)
      const [end = ''] = /-\d+\.\w+$/.exec(each) ?? []
      assert.equal(shown.headers.get('content-type'), `image/${end.split('.')[1]}`)
      assert.equal(shown.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.deepEqual(await bytesOf(shown), kept.files.get(end))
    }
  })
}

/** How a host may fail; 'hasty' where it never says that it does. */
const failures: readonly [name: string, answer: RequestListener, adapter: 'images' | 'hasty'][] = [
  ['breaks the connection', request => request.socket.destroy(), 'images'],
  ['never answers', () => {}, 'hasty'],
  ['stops halfway', (_, response) => void response.writeHead(500, { 'content-length': 99 }).write('{'), 'hasty'],
  ['shows an error page', (_, response) => reply(response, 502, html, { 'content-type': 'text/html' }), 'images'],
  ['has too much to do', (_, response) => reply(response, 503, ''), 'images'],
  ['has had too many requests', (_, response) => reply(response, 429, ''), 'images'],
  ['refuses our key', (_, response) => reply(response, 403, ''), 'images'],
  ['sends us elsewhere', (_, response) => reply(response, 307, '', { location: '/elsewhere' }), 'images'],
]

for (const name of ['S3', 'imgbb']) {
  for (const [failure, answer, adapter] of failures) {
    test(`${name}: a host that ${failure} is unavailable, and the log says why; then it is there again`, async () => {
      const host = hostOf(name)
      const kept = picture()
      const { requests, logged } = await whileAnswering(host.server, answer, () =>
        refused(host[adapter].store(kept), 'images_unavailable'),
      )
      assert.equal(logged.length, 1, logged.join())
      assert.match(logged[0] ?? '', /"level":"error",.*"event":"image host unavailable","error":\{"message":"[^"]/)
      assert.ok(!requests.some(({ url }) => url?.includes('elsewhere')))
      assert.deepEqual(await bytesOf(await host.show(await host.images.store(kept))), kept.files.get(webp))
    })
  }

  test(`${name}: a shop whose host is down refuses uploads and nothing else, until it is there again`, async () => {
    const { environment, server, show } = hostOf(name)
    const shop = await openShop(environment, { onError: event => lines.push(event) })
    closing.push(() => shop.store.close())
    const buyer = await shop.signUp()
    const form = { image: new File([await drawing()], 'me.png', { type: 'image/png' }) }
    const upload = () => buyer.client.uploadImage({ form })
    const review = { email: buyer.email, name: buyer.name, comment: 'Good steel.', rating: '5', city: 'Leeds' }
    const { data } = await upload()
    assert.equal((await sharp(await bytesOf(await show(data.url))).metadata()).width, 800)
    await whileAnswering(
      server,
      request => request.socket.destroy(),
      async () => {
        await refused(upload(), 'images_unavailable')
        assert.ok((await shop.client.listTools({})).length > 0)
        await buyer.client.addReview({ body: { ...review, img: data.url } })
      },
    )
    assert.equal((await shop.client.listReviews({})).at(-1)?.img, data.url)
    await buyer.client.addReview({ body: { ...review, img: (await upload()).data.url } })
    const img = 'https://evil.example/x.webp'
    await refused(buyer.client.addReview({ body: { ...review, img } }), 'image_unknown')
  })
}

const drawing = () =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: '#b45309' } })
    .png()
    .toBuffer()

test('pictures from before an image host was named are shown as ever', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ironmonger-images-'))
  mkdirSync(join(dataDir, 'images'))
  const { name } = picture()
  writeFileSync(join(dataDir, 'images', name + webp), 'kept')
  const shop = await openShop({ DATA_DIR: dataDir, ...hostOf('S3').environment })
  closing.push(() => shop.store.close())
  assert.equal(await (await shop.request(`/images/${name}${webp}`)).text(), 'kept')
})

test('S3: what may pass is tried once more, and what will not is not', async () => {
  const { images, server } = hostOf('S3')
  const usual = server.answer
  const times: readonly [answer: RequestListener, requests: number, kept: boolean][] = [
    [(_, response) => reply(response, 503, ''), 2, true],
    [(_, response) => reply(response, 500, ''), 2, true],
    [(_, response) => reply(response, 429, ''), 2, true],
    [request => request.socket.destroy(), 2, true],
    [(_, response) => reply(response, 403, ''), 1, false],
    [(_, response) => reply(response, 404, ''), 1, false],
  ]
  for (const [once, count, kept] of times) {
    let first = true
    const answer: RequestListener = (request, response) => {
      const chosen = first ? once : usual
      first = false
      chosen(request, response)
    }
    const { requests } = await whileAnswering(server, answer, async () => {
      const keeping = images.store(picture([webp]))
      await (kept ? keeping : refused(keeping, 'images_unavailable'))
    })
    assert.equal(requests.length, count)
  }
})

test('S3: the log has the host’s own word for what is wrong', async () => {
  const { server } = hostOf('S3')
  const options = { ...s3Keys, endpoint: server.origin, bucket: 'pictures', publicUrl: server.origin, log }
  const wrong = [
    [{ bucket: 'absent' }, 'S3 answered 404 NoSuchBucket'],
    [{ accessKeyId: 'unknown' }, 'S3 answered 403 InvalidAccessKeyId'],
  ] as const
  for (const [change, message] of wrong) {
    await refused(createS3Images({ ...options, ...change }).store(picture([webp])), 'images_unavailable')
    assert.equal(JSON.parse(lines.at(-1) ?? '').error.message, message)
  }
})

interface Signed {
  method: string
  path: string
  headers: IncomingHttpHeaders
}

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * The signature that a request with those headers should have, without query (Signature Version 4,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
function signatureOf({ method, path, headers }: Signed, secret: string): string {
  const parts = /Credential=[^/]+\/(([^,/]+)\/([^,/]+)\/([^,/]+)\/aws4_request), ?SignedHeaders=([^,]+)/
  const [, scope = '', date = '', region = '', service = '', names = ''] = parts.exec(headers.authorization ?? '') ?? []
  const values = names.split(';').map(name => `${name}:${headers[name]}\n`)
  const request = [method, path, '', values.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n')).toString('hex')
}

test('S3: each file is signed, its bytes and headers included, as Signature Version 4 has it', async () => {
  const published = {
    method: 'PUT',
    path: '/test%24file.text',
    headers: {
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        'SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,Signature=…',
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      host: 'examplebucket.s3.amazonaws.com',
      'x-amz-content-sha256': sha256('Welcome to Amazon S3.'),
      'x-amz-date': '20130524T000000Z',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
  }
  const expected = '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd'
  assert.equal(signatureOf(published, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'), expected)

  const { images, server } = hostOf('S3')
  const kept = picture()
  const { requests } = await whileAnswering(server, server.answer, async () => void (await images.store(kept)))
  assert.equal(requests.length, kept.files.size)
  for (const { method = '', url: path = '', headers } of requests) {
    const [, scope, names, signature] =
      /^AWS4-HMAC-SHA256 Credential=S3RVER\/\d{8}\/([^,]+), SignedHeaders=([^,]+), Signature=(.+)$/.exec(
        headers.authorization ?? '',
      ) ?? []
    assert.equal(scope, 'us-east-1/s3/aws4_request')
    assert.equal(names, 'cache-control;content-type;host;x-amz-content-sha256;x-amz-date')
    assert.equal(headers['x-amz-content-sha256'], sha256(kept.files.get(path.slice(-9)) ?? ''))
    assert.equal(signature, signatureOf({ method, path, headers }, s3Keys.secretAccessKey))
    assert.notEqual(signature, signatureOf({ method, path, headers }, 'another'))
  }
})

test('S3: the region is the one that is told, or that the endpoint names, or else us-east-1', async () => {
  const regions = [
    ['https://s3.eu-central-1.amazonaws.com', undefined, 'eu-central-1'],
    ['https://s3.amazonaws.com', undefined, 'us-east-1'],
    ['https://0123.r2.cloudflarestorage.com', undefined, 'auto'],
    ['https://s3.us-west-004.backblazeb2.com', undefined, 'us-west-004'],
    ['https://minio.example:9000', undefined, 'us-east-1'],
    ['https://s3.fr-par.scw.cloud', 'fr-par', 'fr-par'],
  ] as const
  for (const [endpoint, region, signed] of regions) {
    const seen: string[] = []
    const request = async (input: string | URL | Request) => {
      if (input instanceof Request) seen.push(input.headers.get('authorization') ?? '')
      return new Response()
    }
    const options = { ...s3Keys, endpoint, region, bucket: 'pictures', publicUrl: endpoint, log, fetch: request }
    await createS3Images(options).store(picture([webp]))
    assert.match(seen.join(), new RegExp(`^AWS4-HMAC-SHA256 Credential=S3RVER/\\d{8}/${signed}/s3/aws4_request,`))
  }
})

test('imgbb: gets the largest WebP file in its own form, with the key', async () => {
  const kept = picture()
  await hostOf('imgbb').images.store(kept)
  const upload = uploads.at(-1)
  assert.deepEqual([upload?.key, upload?.name], [imgbbKey, kept.name])
  const file = upload?.file instanceof File ? upload.file : assert.fail('no file')
  assert.deepEqual([file.name, file.type], [`${kept.name}.webp`, 'image/webp'])
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), kept.files.get(webp))
})

const failed = (message: string, code: unknown) => ({
  status_code: 400,
  error: { message, code },
  status_txt: 'Bad Request',
})
const shown = (url: unknown, success: unknown = true) => ({ data: { id: 'x', url }, success, status: 200 })

/** What imgbb was seen to answer, and what else may come from behind its name. */
const unusable: readonly [status: number, body: unknown, reason: string][] = [
  [400, failed('Invalid API v1 key.', 100), '100 Invalid API v1 key.'],
  [400, failed('Rate limit reached.', '100'), '100 Rate limit reached.'],
  [400, failed("Can't get target upload source info", 310), "310 Can't get target upload source info"],
  [400, failed(`Unknown key ${imgbbKey}`, null), '0 Unknown key …'],
  [400, failed('x'.repeat(100_000), 1), `1 ${'x'.repeat(198)}`],
  [400, { error: 'no' }, 'no address of its own, object'],
  [200, html, 'no address of its own, string'],
  [200, '', 'no address of its own, string'],
  [200, 'null', 'no address of its own, object'],
  [200, [], 'no address of its own, object'],
  [200, { success: true }, 'no address of its own, object'],
  [200, shown(undefined), 'no address of its own, object'],
  [200, shown(7), 'no address of its own, object'],
  [200, shown(''), 'no address of its own, object'],
  [200, shown('https://i.ibb.co/a/b.webp', false), 'no address of its own, object'],
  [200, shown('https://i.ibb.co/a/b.webp', 'true'), 'no address of its own, object'],
  [500, shown('https://i.ibb.co/a/b.webp'), 'no address of its own, object'],
  [200, shown('http://i.ibb.co/a/b.webp'), 'no address of its own, object'],
  [200, shown('https://evil.example/a/b.webp'), 'no address of its own, object'],
  [200, shown('https://i.ibb.co@evil.example/a/b.webp'), 'no address of its own, object'],
  [200, shown('javascript:alert(1)'), 'no address of its own, object'],
]

for (const [status, body, reason] of unusable) {
  const text = JSON.stringify(body).slice(0, 60)
  test(`imgbb: ${status} ${text} is our own trouble, and the log says which`, async () => {
    const { images, server } = hostOf('imgbb')
    const { requests, logged } = await whileAnswering(
      server,
      (_, response) => reply(response, status, body),
      () => refused(images.store(picture()), 'images_unavailable'),
    )
    assert.deepEqual(
      logged.map(line => JSON.parse(line).error.message),
      [`imgbb answered ${status}: ${reason}`],
    )
    assert.equal(requests.length, 1)
  })
}

for (const code of [311, '311']) {
  test(`imgbb: a picture that it can't read, ${typeof code} ${code}, is the picture's trouble`, async () => {
    const { images, server } = hostOf('imgbb')
    const { logged } = await whileAnswering(
      server,
      (_, response) => reply(response, 400, failed('Invalid image', code)),
      () => refused(images.store(picture()), 'image_unreadable'),
    )
    assert.deepEqual(logged, [])
  })
}

test('imgbb: what it shows at its own addresses is owned, over HTTPS only', () => {
  const { isOwnUrl } = createImgbbImages({ key: imgbbKey, endpoint: 'https://api.imgbb.com/1/upload', log })
  assert.ok(isOwnUrl('https://i.ibb.co/w04Prt6/c1f64245afb2.webp'))
  assert.ok(isOwnUrl('https://i.ibb.co.com/w04Prt6/c1f64245afb2.webp'))
  const others = [
    'http://i.ibb.co/w04Prt6/c1f64245afb2.webp',
    'https://api.imgbb.com/w04Prt6/c1f64245afb2.webp',
    'https://ibb.co/w04Prt6',
    'https://i.ibb.co/',
    'https://i.ibb.co:8443/w04Prt6/c1f64245afb2.webp',
    'https://i.ibb.co.evil.example/w04Prt6/c1f64245afb2.webp',
  ]
  assert.deepEqual(others.filter(isOwnUrl), [])
})

test('imgbb: by its own endpoint a picture comes to its own host', async () => {
  const asked: string[] = []
  const url = 'https://i.ibb.co/w04Prt6/c1f64245afb2.webp'
  const request = async (input: string | URL | Request) => {
    asked.push(String(input))
    return Response.json(shown(url))
  }
  const options = { key: imgbbKey, endpoint: 'https://api.imgbb.com/1/upload', log, fetch: request }
  assert.equal(await createImgbbImages(options).store(picture()), url)
  assert.deepEqual(asked, [`https://api.imgbb.com/1/upload?key=${imgbbKey}`])
})

test('no secret is in the log of all this', () => {
  assert.ok(lines.length > 0)
  assert.ok(!lines.some(line => line.includes(imgbbKey) || line.includes(s3Keys.secretAccessKey)))
})
